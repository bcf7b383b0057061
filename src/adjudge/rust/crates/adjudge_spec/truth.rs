//! Truth values.

use crate::num::{n, range, Num};

/// A truth value; in this order conjunction is the minimum and disjunction the maximum.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Truth {
    False,
    Unknown,
    True,
}

pub use Truth::{False as F, True as T, Unknown as U};

impl Truth {
    #[inline]
    pub fn of(b: bool) -> Truth {
        if b {
            T
        } else {
            F
        }
    }

    #[inline]
    pub fn and(self, other: Truth) -> Truth {
        self.min(other)
    }

    #[inline]
    pub fn or(self, other: Truth) -> Truth {
        self.max(other)
    }

    #[inline]
    pub fn not(self) -> Truth {
        match self {
            F => T,
            U => U,
            T => F,
        }
    }

    #[inline]
    pub fn same(self, other: Truth) -> Truth {
        if self == U || other == U {
            U
        } else {
            Truth::of(self == other)
        }
    }

    /// What is true of both, if that is the same.
    #[inline]
    pub fn join(self, other: Truth) -> Truth {
        if self == other {
            self
        } else {
            U
        }
    }

    /// `b as int`.
    #[inline]
    pub fn int(self) -> Num {
        match self {
            F => n(0),
            U => range(0, 1),
            T => n(1),
        }
    }
}
