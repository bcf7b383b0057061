//! Decides quantifiers that no loop can, by cutting the space of values into parts.
//!
//! A part in which the body is false as a whole is done with; one in which it is true holds a
//! witness; where it depends on a hole, the part is cut there. What is left undecided when the
//! steps or cells are used up stays unknown. It goes about it as `adjudge.verus.evaluate.search` does.

use crate::cell::{all, Cell, Holes, Shape};
use crate::doubt::{self, Cut, Doubt};
use crate::num::{n, Num};
use crate::rt::Rt;
use crate::seq::Seq;
use crate::truth::{Truth, F, T, U};
use crate::value::Value;
use std::collections::VecDeque;

const CELLS: i64 = i64::MAX; // the steps end it
const CHOICES: i64 = 4_000;
const INNER: i64 = 256;
const FIRST_LOOK: i64 = 64;
const STEPS: i128 = 128;
const STEPS_PER_DOUBT: i128 = 8;

/// One search under way.
struct Search<'a> {
    r: &'a Rt,
    number: u32,
    stack: Vec<Cell>,
    waiting: VecDeque<Cell>,
    cells: i64,
}

impl<'a> Search<'a> {
    fn new(r: &'a Rt, shape: &'static Shape, cells: i64) -> Self {
        r.searches.set(r.searches.get() + 1);
        Search {
            r,
            number: r.searches.get(),
            stack: vec![all(shape)],
            waiting: VecDeque::new(),
            cells,
        }
    }

    fn next(&mut self) -> Option<Cell> {
        self.stack.pop().or_else(|| self.waiting.pop_front())
    }

    /// The truth of the body on a cell.
    fn try_cell<V: Value>(&self, cell: &Cell, body: &dyn Fn(V) -> Truth) -> Truth {
        let before = doubt::count();
        self.r.charge(STEPS);
        let truth = body(V::fill(cell, &mut Holes { search: self.number, count: 0 }, self.r));
        self.r.charge((doubt::count() - before) as i128 * STEPS_PER_DOUBT);
        truth
    }

    /// What of a doubt is about a hole of this search.
    fn own(&self, of: Truth) -> Option<Doubt> {
        doubt::found(of).filter(|d| d.search >= self.number)
    }

    /// Cuts a cell; false if there is nothing to cut.
    fn cut(&mut self, cell: &Cell, hole: u32, cut: Cut) -> bool {
        match cell.split(&mut { hole }, cut) {
            Some((parts, rest)) => {
                self.stack.extend(parts.into_iter().rev());
                self.waiting.extend(rest);
                true
            }
            None => false,
        }
    }
}

/// Whether some values satisfy the body.
///
/// Args:
///     binder: The number under which a witness is kept, if it is.
///     shape: The values of the variables, a tuple.
///     most: How many values there are, if a loop could try them instead.
///     opened: What the values of the other variables in the body depend on.
///     body: The body as a function of the variables.
pub fn search<V: Value>(
    r: &Rt,
    binder: Option<usize>,
    shape: &'static Shape,
    opened: &dyn Fn() -> Truth,
    body: &dyn Fn(V) -> Truth,
) -> Truth {
    r.depth.set(r.depth.get() + 1);
    let cells = if r.depth.get() > 1 { INNER } else { CELLS };
    let (truth, witness) = explore(Search::new(r, shape, cells), opened, body);
    r.depth.set(r.depth.get() - 1);
    if let (Some(binder), Some(cell)) = (binder, witness) {
        let mut text = String::new();
        cell.sample(&mut text);
        r.found(binder, text[1..text.len() - 1].to_string());
    }
    truth
}

fn explore<V: Value>(
    mut search: Search<'_>,
    opened: &dyn Fn() -> Truth,
    body: &dyn Fn(V) -> Truth,
) -> (Truth, Option<Cell>) {
    let mut doubtful = T; // what undecided cells depend on, if there are any
    while let Some(cell) = search.next() {
        let truth = search.try_cell(&cell, body);
        if truth == T {
            return (T, Some(cell));
        }
        if truth == F {
            continue;
        }
        search.cells -= 1;
        match search.own(truth) {
            Some(_) if search.cells < 0 => {
                let outer = if doubtful == T { opened() } else { doubtful };
                return (if outer == T { U } else { outer }, None);
            }
            Some(d) if search.cut(&cell, d.hole, d.cut) => {}
            _ if doubt::found(truth).is_some() => {
                doubtful = doubtful.and(truth);
                // An outer search will know more when it has cut there.
                search.cells = search.cells.min(FIRST_LOOK);
            }
            // What it depends on is not told: perhaps it is one of the holes.
            _ if search.cells >= 0 && search.cut(&cell, 0, Cut::Anywhere) => {}
            _ => doubtful = doubtful.and(U),
        }
    }
    (if doubtful == T { F } else { doubtful }, None)
}

/// Tries the very elements of sequences that an outer search has not fixed.
///
/// An element that is a hole stands for one value, whichever that is: that `v` equals it is known
/// where `v` is it. So `forall|v| count(a, v) == count(b, v)` fails as soon as an element of `a` can
/// be none of `b`'s, or says which ones it may be. `F` if that tells nothing.
pub fn instances(r: &Rt, among: &[Seq<Num>], own: Num, body: &dyn Fn(Num) -> Truth) -> Truth {
    let items = || among.iter().filter_map(|s| s.whole()).flatten();
    let holes: Vec<Num> = items().filter(|x| x.is_hole()).copied().collect();
    if holes.is_empty() {
        return F;
    }
    let mut known: Vec<i128> = items().filter_map(|x| x.known()).collect();
    known.sort_unstable();
    known.dedup();
    let mut doubtful = F;
    for candidate in known.into_iter().map(n).chain(holes) {
        if candidate.lo < own.lo || own.hi < candidate.hi {
            continue;
        }
        r.charge(STEPS);
        let truth = body(candidate);
        if truth == T {
            return T;
        }
        if let Some(d) = doubt::found(truth) {
            doubtful = doubtful.or(truth);
            if candidate.is_hole() && matches!(d.cut, Cut::Behind { exact: true, .. }) {
                break;
            }
        }
    }
    doubtful
}

/// The only values that satisfy the body; what that depends on if there are none, several, or
/// perhaps some.
pub fn choose<V: Value>(
    r: &Rt,
    shape: &'static Shape,
    body: &dyn Fn(V) -> Truth,
) -> Result<V, Truth> {
    let mut search = Search::new(r, shape, CHOICES);
    let mut chosen: Option<Cell> = None;
    while let Some(cell) = search.next() {
        match search.try_cell(&cell, body) {
            F => {}
            T if chosen.is_some() || !cell.is_single() => return Err(U),
            T => chosen = Some(cell),
            truth => {
                search.cells -= 1;
                match search.own(truth) {
                    None => return Err(truth),
                    Some(_) if search.cells < 0 => return Err(U),
                    Some(d) if search.cut(&cell, d.hole, d.cut) => {}
                    Some(_) => return Err(U),
                }
            }
        }
    }
    match chosen {
        Some(cell) => Ok(V::fill(&cell, &mut Holes { search: search.number, count: 0 }, r)),
        None => Err(U),
    }
}
