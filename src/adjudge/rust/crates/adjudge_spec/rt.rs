//! Budgets, storage and witnesses of an evaluation, and what ends it early.

use crate::doubt;
use crate::num::MOST;
use crate::seq::Seq;
use crate::truth::T;
use crate::value::Value;
use std::alloc::Layout;
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::panic::resume_unwind;

/// Why a clause is left undecided.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    Steps,
    Overflow,
    Deep,
    Memory,
}

#[cold]
#[inline(never)]
pub fn stop(why: Stop) -> ! {
    resume_unwind(Box::new(why)) // no message, unlike panic!
}

#[cold]
#[inline(never)]
pub fn overflow() -> ! {
    stop(Stop::Overflow)
}

pub(crate) const STACK: usize = 1 << 30;
const MARGIN: usize = 8 << 20;
const STORAGE: usize = 1 << 30;
const LONG: i128 = 4_000;

/// What an evaluation may still use, and the storage of a case.
pub struct Rt {
    pub(crate) steps: Cell<i64>,
    bottom: Cell<usize>,
    storage: RefCell<Vec<(*mut u8, Layout)>>,
    bytes: Cell<usize>,
    /// The values that decided a binder, by its number, as JSON.
    pub(crate) witness: RefCell<Vec<(usize, String)>>,
    /// How many searches there were, and how many are inside each other.
    pub(crate) searches: Cell<u32>,
    pub(crate) depth: Cell<u32>,
}

impl Rt {
    pub(crate) fn new(stack: usize) -> Rt {
        let here = 0u8;
        Rt {
            steps: Cell::new(0),
            bottom: Cell::new(&here as *const u8 as usize - stack + MARGIN),
            storage: RefCell::default(),
            bytes: Cell::new(0),
            witness: RefCell::default(),
            searches: Cell::new(0),
            depth: Cell::new(0),
        }
    }

    #[inline]
    pub fn charge(&self, count: i128) {
        let left = self.steps.get() as i128 - count;
        if left < 0 {
            stop(Stop::Steps);
        }
        self.steps.set(left as i64);
    }

    /// A call: one step, and a look at the stack.
    #[inline]
    pub fn enter(&self) {
        let here = 0u8;
        if (&here as *const u8 as usize) < self.bottom.get() {
            stop(Stop::Deep);
        }
        self.charge(1);
    }

    /// The integers from `lo` to `hi`, charged in advance.
    #[inline]
    pub fn range(&self, lo: i128, hi: i128) -> Range<i128> {
        if lo > hi {
            return 0..0;
        }
        match hi.checked_sub(lo) {
            Some(more) if more < MOST => self.charge(more + 1),
            _ => stop(Stop::Steps),
        }
        lo..hi + 1
    }

    /// Whether so many integers should be searched before they are tried one by one.
    pub fn is_long(&self, lo: i128, hi: i128) -> bool {
        hi.saturating_sub(lo) >= LONG
    }

    /// Whether there are steps to try them all.
    pub fn affords(&self, lo: i128, hi: i128) -> bool {
        hi.saturating_sub(lo) < self.steps.get() as i128
    }

    /// Gives back what was charged for the rest of a range.
    #[inline]
    pub fn refund(&self, count: i128) {
        self.steps.set(self.steps.get() + count as i64);
    }

    pub fn found(&self, binder: usize, values: String) {
        let mut all = self.witness.borrow_mut();
        all.retain(|(other, _)| *other != binder);
        all.push((binder, values));
    }

    pub fn found_numbers(&self, binder: usize, values: &[i128]) {
        let texts: Vec<String> = values.iter().map(|value| value.to_string()).collect();
        self.found(binder, texts.join(","));
    }

    pub fn seq<E: Value>(&self, items: &[E]) -> Seq<E> {
        self.made(items.to_vec())
    }

    pub(crate) fn made<E: Value>(&self, items: Vec<E>) -> Seq<E> {
        self.charge(items.len() as i128 / 8);
        self.keep(items)
    }

    pub(crate) fn keep<E: Value>(&self, items: Vec<E>) -> Seq<E> {
        let layout = Layout::for_value(items.as_slice());
        let bytes = self.bytes.get() + layout.size();
        if bytes > STORAGE {
            stop(Stop::Memory);
        }
        self.bytes.set(bytes);
        let kept = Box::into_raw(items.into_boxed_slice());
        if layout.size() > 0 {
            self.storage.borrow_mut().push((kept as *mut u8, layout));
        }
        // Valid until `forget`, which is called when no value of the case is left.
        Seq(Some(unsafe { &*kept }), T)
    }

    pub(crate) fn forget(&self) {
        for (start, layout) in self.storage.borrow_mut().drain(..) {
            unsafe { std::alloc::dealloc(start, layout) };
        }
        self.bytes.set(0);
        self.searches.set(0);
        doubt::forget();
    }
}
