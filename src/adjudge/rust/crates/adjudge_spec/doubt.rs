//! What a value that is not known depends on.
//!
//! A search (see `search`) fixes only parts of its variables; an open part is a hole. A truth value
//! that depends on a hole names an entry of the table here, and with it where the hole may be cut
//! so that more is known. Entries only guide the search: no verdict rests on them.

use crate::truth::{Truth, U};
use std::cell::RefCell;

/// Where to cut a hole.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cut {
    /// Not known; the hole is an integer or a truth value.
    Anywhere,
    /// Not known; the hole is the length of a sequence, which is at most this.
    Length(i128),
    /// Behind this integer, which is apart from those below it if `exact`; and how much is known
    /// then.
    Behind { at: i128, exact: bool, gain: u8 },
}

#[derive(Clone, Copy)]
pub(crate) struct Doubt {
    /// Which search the hole belongs to; inner ones have greater numbers.
    pub search: u32,
    /// The number of the hole among those of the search.
    pub hole: u32,
    pub cut: Cut,
}

impl Doubt {
    /// How much it says; elements go before lengths, since a sequence may grow for ever.
    fn rank(&self) -> u8 {
        match self.cut {
            Cut::Length(_) => 1,
            Cut::Anywhere => 2,
            Cut::Behind { gain, .. } => 3 + gain,
        }
    }
}

const FIRST: u32 = 3; // behind false, true and unknown for no hole's sake
const MOST_DOUBTS: usize = 2_000_000;

thread_local! {
    static TABLE: RefCell<Vec<Doubt>> = RefCell::new(Vec::new());
}

/// The unknown truth value that depends on a hole; on none when the table is full.
pub(crate) fn doubt(doubt: Doubt) -> Truth {
    TABLE.with(|table| {
        let mut table = table.borrow_mut();
        if table.len() >= MOST_DOUBTS {
            return U;
        }
        table.push(doubt);
        Truth::numbered(FIRST + table.len() as u32 - 1)
    })
}

/// What a truth value depends on, if that is a hole.
pub(crate) fn found(of: Truth) -> Option<Doubt> {
    let place = of.number().checked_sub(FIRST)?;
    TABLE.with(|table| table.borrow().get(place as usize).copied())
}

/// The same hole, to be cut at a place.
#[cold]
pub(crate) fn cut(of: Truth, at: i128, exact: bool, gain: u8) -> Truth {
    match found(of) {
        Some(old) => doubt(Doubt { cut: Cut::Behind { at, exact, gain }, ..old }),
        None => U,
    }
}

/// Whether two depend on one hole.
pub(crate) fn same_hole(a: Truth, b: Truth) -> bool {
    match (found(a), found(b)) {
        (Some(a), Some(b)) => (a.search, a.hole) == (b.search, b.hole),
        _ => false,
    }
}

/// Of two unknown truth values the one that says more about where to cut; of equals the first.
///
/// A hole of an inner search goes before one of an outer search, which comes to its turn when the
/// inner one is at its end.
#[cold]
pub(crate) fn better(a: Truth, b: Truth) -> Truth {
    match (found(a), found(b)) {
        (None, _) => b,
        (_, None) => a,
        (Some(x), Some(y)) if x.search != y.search => {
            if x.search > y.search {
                a
            } else {
                b
            }
        }
        (Some(x), Some(y)) => {
            if y.rank() > x.rank() {
                b
            } else {
                a
            }
        }
    }
}

/// How many entries there are.
pub(crate) fn count() -> usize {
    TABLE.with(|table| table.borrow().len())
}

/// Forgets all entries: no value that names one may be left.
pub(crate) fn forget() {
    TABLE.with(|table| {
        let mut table = table.borrow_mut();
        if table.capacity() > 1 << 16 {
            *table = Vec::new();
        } else {
            table.clear();
        }
    });
}
