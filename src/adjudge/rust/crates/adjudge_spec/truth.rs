//! Truth values.

use crate::doubt::better;
use crate::num::{n, Num};

/// A truth value: false, true, or unknown; then it may name what it depends on (see `doubt`).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Truth(u32);

pub const F: Truth = Truth(0);
pub const T: Truth = Truth(1);
pub const U: Truth = Truth(2);

impl Truth {
    #[inline]
    pub fn of(b: bool) -> Truth {
        Truth(b as u32)
    }

    pub(crate) fn numbered(number: u32) -> Truth {
        Truth(number)
    }

    pub(crate) fn number(self) -> u32 {
        self.0
    }

    /// Whether it is true or false.
    #[inline]
    pub fn known(self) -> bool {
        self.0 < 2
    }

    #[inline]
    pub fn and(self, other: Truth) -> Truth {
        if self == T || other == F {
            other
        } else if self == F || other == T {
            self
        } else {
            better(self, other)
        }
    }

    #[inline]
    pub fn or(self, other: Truth) -> Truth {
        if self == F || other == T {
            other
        } else if self == T || other == F {
            self
        } else {
            better(self, other)
        }
    }

    #[inline]
    pub fn not(self) -> Truth {
        match self {
            F => T,
            T => F,
            unknown => unknown,
        }
    }

    #[inline]
    pub fn same(self, other: Truth) -> Truth {
        if self.known() && other.known() {
            Truth::of(self == other)
        } else {
            self.unknown(other)
        }
    }

    /// What two values depend on, at least one of which is unknown.
    pub(crate) fn unknown(self, other: Truth) -> Truth {
        match (self.known(), other.known()) {
            (true, _) => other,
            (_, true) => self,
            _ => better(self, other),
        }
    }

    /// Either of two, depending on a condition that is not known.
    #[inline]
    pub fn joined(self, other: Truth, condition: Truth) -> Truth {
        if self.known() && self == other {
            self
        } else {
            condition
        }
    }

    /// `b as int`.
    #[inline]
    pub fn int(self) -> Num {
        match self {
            F => n(0),
            T => n(1),
            unknown => Num::vague(0, 1, unknown),
        }
    }
}
