//! Sets of values that a search treats as one: a cell stands for all values it may become.
//!
//! A cell is turned into a value whose open parts are holes; where an evaluation gets stuck on a
//! hole, the cell is split there. Together the parts are the cell again: nothing is left out.

use crate::doubt::{doubt, Cut, Doubt};
use crate::num::{LEAST, MOST};
use crate::rt::overflow;
use crate::truth::Truth;
use std::fmt::Write as _;

/// A type's values, as far as a search goes.
pub enum Shape {
    Int(i128, i128),
    Bool,
    /// Sequences of such elements, with at most so many.
    Seq(&'static Shape, i128),
    Tuple(&'static [Shape]),
    /// A type that is not searched.
    Closed,
}

/// Some values of a type.
#[derive(Clone)]
pub enum Cell {
    Int(i128, i128),
    Bool(Option<bool>),
    /// Sequences of a length in a range; the elements that all of them have are cells.
    Seq {
        item: &'static Shape,
        least: i128,
        most: i128,
        items: Vec<Cell>,
    },
    Tuple(Vec<Cell>),
    Closed,
}

/// The parts of a cell, smaller values first, and a part without end that can wait.
pub(crate) type Parts = (Vec<Cell>, Option<Cell>);

const LONGEST: i128 = 4_000;
const NEAR: i128 = 7;
const FAR: i128 = 1 << 125;

/// Numbers the holes of a cell in the order of its parts.
pub struct Holes {
    pub(crate) search: u32,
    pub(crate) count: u32,
}

impl Holes {
    /// The truth value that depends on the next hole.
    pub(crate) fn next(&mut self, cut: Cut) -> Truth {
        self.count += 1;
        doubt(Doubt { search: self.search, hole: self.count - 1, cut })
    }
}

/// All values of a type.
pub(crate) fn all(shape: &'static Shape) -> Cell {
    match shape {
        Shape::Int(lo, hi) => Cell::Int(*lo, *hi),
        Shape::Bool => Cell::Bool(None),
        Shape::Seq(item, most) => Cell::Seq { item, least: 0, most: *most, items: Vec::new() },
        Shape::Tuple(parts) => Cell::Tuple(parts.iter().map(all).collect()),
        Shape::Closed => Cell::Closed,
    }
}

impl Cell {
    /// Whether it is exactly one value.
    pub(crate) fn is_single(&self) -> bool {
        match self {
            Cell::Int(lo, hi) => lo == hi,
            Cell::Bool(value) => value.is_some(),
            Cell::Seq { least, most, items, .. } => {
                least == most && *most == items.len() as i128 && items.iter().all(Cell::is_single)
            }
            Cell::Tuple(parts) => parts.iter().all(Cell::is_single),
            Cell::Closed => false,
        }
    }

    /// Whether a sequence has elements that are no cells.
    fn is_open(&self) -> bool {
        match self {
            Cell::Seq { most, items, .. } => *most != items.len() as i128,
            _ => false,
        }
    }

    /// The cell cut at a hole; None if it has no such hole. Holes are counted as in `Value::fill`.
    pub(crate) fn split(&self, hole: &mut u32, cut: Cut) -> Option<Parts> {
        let own = match self {
            Cell::Int(lo, hi) => lo != hi,
            Cell::Bool(value) => value.is_none(),
            Cell::Seq { items, .. } => {
                if let Some(parts) = self.split_part(items, hole, cut) {
                    return Some(parts);
                }
                self.is_open()
            }
            Cell::Tuple(parts) => return self.split_part(parts, hole, cut),
            Cell::Closed => false,
        };
        if !own {
            return None;
        }
        if *hole > 0 {
            *hole -= 1;
            return None;
        }
        Some(self.split_here(cut))
    }

    fn split_part(&self, parts: &[Cell], hole: &mut u32, cut: Cut) -> Option<Parts> {
        for (i, part) in parts.iter().enumerate() {
            if let Some((smaller, rest)) = part.split(hole, cut) {
                let with = |part: Cell| {
                    let mut changed = self.clone();
                    match &mut changed {
                        Cell::Seq { items, .. } | Cell::Tuple(items) => items[i] = part,
                        _ => {}
                    }
                    changed
                };
                return Some((smaller.into_iter().map(with).collect(), rest.map(with)));
            }
        }
        None
    }

    fn split_here(&self, cut: Cut) -> Parts {
        match self {
            Cell::Int(lo, hi) => {
                let (parts, rest) = split_range(*lo, *hi, cut);
                let cell = |(lo, hi)| Cell::Int(lo, hi);
                (parts.into_iter().map(cell).collect(), rest.map(cell))
            }
            Cell::Seq { least, most, .. } => {
                let (parts, rest) = match cut {
                    Cut::Behind { .. } => split_range(*least, *most, cut),
                    // Where nothing says otherwise, it is made longer by one at a time.
                    _ => (vec![(*least, *least)], Some((*least + 1, *most))),
                };
                let cell = |range| self.of_length(range);
                (parts.into_iter().map(cell).collect(), rest.map(cell))
            }
            _ => (vec![Cell::Bool(Some(false)), Cell::Bool(Some(true))], None),
        }
    }

    /// The sequences of a length in a range, the elements they share opened.
    fn of_length(&self, (least, most): (i128, i128)) -> Cell {
        let mut changed = self.clone();
        if let Cell::Seq { item, least: from, most: to, items } = &mut changed {
            *from = least;
            *to = most;
            if least <= LONGEST {
                items.resize(items.len().max(least as usize), all(item));
            }
        }
        changed
    }

    /// Some value of the cell as JSON, if that is easily had.
    pub(crate) fn sample(&self, out: &mut String) {
        match self {
            Cell::Int(LEAST, MOST) => out.push('0'),
            Cell::Int(LEAST, one) | Cell::Int(one, _) => {
                let _ = write!(out, "{}", one);
            }
            Cell::Bool(value) => out.push(if value == &Some(true) { '1' } else { '0' }),
            Cell::Seq { least, items, .. } if *least != items.len() as i128 => out.push_str("null"),
            Cell::Seq { items, .. } | Cell::Tuple(items) => {
                out.push('[');
                for (i, item) in items.iter().enumerate() {
                    out.push_str(if i > 0 { "," } else { "" });
                    item.sample(out);
                }
                out.push(']');
            }
            Cell::Closed => out.push_str("null"),
        }
    }
}

type Range = (i128, i128);

fn split_range(lo: i128, hi: i128, cut: Cut) -> (Vec<Range>, Option<Range>) {
    if let Cut::Behind { at, exact, .. } = cut {
        if lo <= at && at <= hi && (exact || at < hi) {
            let mut parts = Vec::new();
            if exact && lo < at {
                parts.push((lo, at - 1));
            }
            parts.push((if exact { at } else { lo }, at));
            if at < hi {
                parts.push((at + 1, hi));
            }
            return (parts, None);
        }
    }
    if [lo, hi].iter().any(|&end| end != LEAST && end != MOST && !(-FAR..=FAR).contains(&end)) {
        overflow(); // what follows has room
    }
    match (lo, hi) {
        (LEAST, MOST) => (vec![(0, MOST), (LEAST, -1)], None),
        (_, MOST) => {
            let at = lo + lo.abs().max(NEAR);
            (vec![(lo, at)], Some((at + 1, MOST)))
        }
        (LEAST, _) => {
            let at = hi - hi.abs().max(NEAR);
            (vec![(at, hi)], Some((LEAST, at - 1)))
        }
        _ => {
            let middle = lo + (hi - lo) / 2;
            (vec![(lo, middle), (middle + 1, hi)], None)
        }
    }
}
