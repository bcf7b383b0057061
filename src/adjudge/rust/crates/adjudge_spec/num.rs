//! Integers.

use crate::doubt::{self, better};
use crate::rt::overflow;
use crate::truth::{Truth, F, T, U};
use std::ops::{Add, Mul, Neg, Sub};

/// An integer of which only an interval may be known.
#[derive(Clone, Copy)]
pub struct Num {
    pub lo: i128,
    pub hi: i128,
    /// What it depends on, if it is not known.
    of: Truth,
    /// If this is not 0, the integer is `scale * hole + shift`; else that is not known.
    scale: i32,
    shift: i64,
}

/// The ends of intervals without end; no known integer has these values.
pub const LEAST: i128 = i128::MIN;
pub const MOST: i128 = i128::MAX;

pub const ALL: Num = range(LEAST, MOST);

#[inline]
pub const fn n(v: i128) -> Num {
    range(v, v)
}

#[inline]
pub const fn range(lo: i128, hi: i128) -> Num {
    Num { lo, hi, of: U, scale: 0, shift: 0 }
}

#[inline]
pub(crate) fn exact(v: Option<i128>) -> Num {
    match v {
        Some(v) if v != LEAST && v != MOST => n(v),
        _ => overflow(),
    }
}

pub(crate) fn finite(end: i128) -> bool {
    end != LEAST && end != MOST
}

/// The sum of two ends; an end that is infinite stays so.
fn plus(a: i128, b: i128) -> i128 {
    if !finite(a) {
        a
    } else if !finite(b) {
        b
    } else {
        exact(a.checked_add(b)).lo
    }
}

fn times(a: i128, b: i128) -> i128 {
    if a == 0 || b == 0 {
        0
    } else if finite(a) && finite(b) {
        exact(a.checked_mul(b)).lo
    } else if (a > 0) == (b > 0) {
        MOST
    } else {
        LEAST
    }
}

fn opposite(end: i128) -> i128 {
    match end {
        LEAST => MOST,
        MOST => LEAST,
        end => -end,
    }
}

fn small(v: i128) -> bool {
    v as i64 as i128 == v && v as i64 != i64::MIN
}

/// The quotient rounded down, for a divisor above 0.
fn floor(a: i128, b: i128) -> i128 {
    if finite(a) {
        a.div_euclid(b)
    } else {
        a
    }
}

impl Add for Num {
    type Output = Num;
    #[inline]
    fn add(self, o: Num) -> Num {
        if self.lo == self.hi && o.lo == o.hi {
            exact(self.lo.checked_add(o.lo))
        } else {
            wide_add(self, o)
        }
    }
}

#[inline(never)]
fn wide_add(a: Num, b: Num) -> Num {
    let sum = Num::vague(plus(a.lo, b.lo), plus(a.hi, b.hi), a.depends(b));
    let (scale, shift) = match (a.scale, b.scale) {
        (0, 0) => return sum,
        (_, 0) if b.lo == b.hi => (Some(a.scale), added(a.shift, b.lo)),
        (0, _) if a.lo == a.hi => (Some(b.scale), added(b.shift, a.lo)),
        (0, _) | (_, 0) => return sum,
        _ if doubt::same_hole(a.of, b.of) => {
            match (a.scale.checked_add(b.scale), added(a.shift, b.shift as i128)) {
                (Some(0), Some(rest)) => return n(rest as i128),
                both => both,
            }
        }
        _ => return sum,
    };
    sum.affine(scale, shift)
}

fn added(a: i64, b: i128) -> Option<i64> {
    i64::try_from(b).ok().and_then(|b| a.checked_add(b))
}

impl Neg for Num {
    type Output = Num;
    #[inline]
    fn neg(self) -> Num {
        if self.lo == self.hi {
            return n(opposite(self.lo));
        }
        let (scale, shift) = (self.scale.checked_neg(), self.shift.checked_neg());
        Num::vague(opposite(self.hi), opposite(self.lo), self.of).affine(scale, shift)
    }
}

impl Sub for Num {
    type Output = Num;
    #[inline]
    fn sub(self, o: Num) -> Num {
        if self.lo == self.hi && o.lo == o.hi {
            exact(self.lo.checked_sub(o.lo))
        } else {
            wide_add(self, -o)
        }
    }
}

impl Mul for Num {
    type Output = Num;
    #[inline]
    fn mul(self, o: Num) -> Num {
        if self.lo == self.hi && o.lo == o.hi && small(self.lo) && small(o.lo) {
            n(self.lo as i64 as i128 * o.lo as i64 as i128)
        } else {
            wide_mul(self, o)
        }
    }
}

#[inline(never)]
fn wide_mul(a: Num, b: Num) -> Num {
    let corners = [times(a.lo, b.lo), times(a.lo, b.hi), times(a.hi, b.lo), times(a.hi, b.hi)];
    let (mut lo, mut hi) = (corners[0], corners[0]);
    for c in corners {
        lo = lo.min(c);
        hi = hi.max(c);
    }
    if a.scale != 0 && (a.scale, a.shift) == (b.scale, b.shift) && doubt::same_hole(a.of, b.of) {
        lo = lo.max(0); // a square
    }
    let product = Num::vague(lo, hi, a.depends(b));
    let (factor, by) = if a.lo == a.hi { (b, a.lo) } else { (a, b.lo) };
    if factor.scale == 0 || (a.lo != a.hi && b.lo != b.hi) {
        return product;
    }
    let scale = i32::try_from(by).ok().and_then(|by| factor.scale.checked_mul(by));
    let shift = i64::try_from(by).ok().and_then(|by| factor.shift.checked_mul(by));
    product.affine(scale, shift)
}

/// The truth of `a < b` where their intervals do not tell.
#[cold]
#[inline(never)]
fn less(a: Num, b: Num) -> Truth {
    let difference = a - b;
    if difference.hi < 0 {
        return T;
    }
    if difference.lo >= 0 {
        return F;
    }
    let (scale, shift) = (difference.scale as i128, difference.shift as i128);
    if scale != 0 {
        let at = if scale > 0 { (-shift - 1).div_euclid(scale) } else { shift.div_euclid(-scale) };
        return doubt::cut(difference.of, at, false, 1);
    }
    if a.scale == 1 && b.scale == 1 {
        // Between two holes: where one ends that the other passes.
        if finite(b.hi) && a.hi >= b.hi {
            return doubt::cut(a.of, b.hi - a.shift as i128, false, 0);
        }
        if finite(a.lo) && b.lo <= a.lo {
            return doubt::cut(b.of, a.lo - b.shift as i128 - 1, false, 0);
        }
    }
    difference.of
}

/// The truth of `a == b` where their intervals do not tell.
#[cold]
#[inline(never)]
fn equal(a: Num, b: Num) -> Truth {
    let difference = a - b;
    if difference.lo > 0 || difference.hi < 0 {
        return F;
    }
    if difference.lo == difference.hi {
        return T;
    }
    let (scale, shift) = (difference.scale as i128, difference.shift as i128);
    if scale == 0 {
        difference.of
    } else if shift % scale != 0 {
        F
    } else {
        doubt::cut(difference.of, -shift / scale, true, 1)
    }
}

impl Num {
    /// Some integer of an interval, and what it depends on.
    pub(crate) fn vague(lo: i128, hi: i128, of: Truth) -> Num {
        Num { of: if lo == hi || of.known() { U } else { of }, ..range(lo, hi) }
    }

    /// A hole itself.
    pub(crate) fn hole(lo: i128, hi: i128, of: Truth) -> Num {
        Num::vague(lo, hi, of).affine(Some(1), Some(0))
    }

    /// The same number, known to be a multiple of its hole plus another number.
    fn affine(self, scale: Option<i32>, shift: Option<i64>) -> Num {
        match (scale, shift) {
            (Some(scale), Some(shift)) if self.lo != self.hi && self.of != U => {
                Num { scale, shift, ..self }
            }
            _ => self,
        }
    }

    /// Whether it is a multiple of a hole plus a number.
    pub(crate) fn is_hole(self) -> bool {
        self.scale != 0
    }

    /// What one of two numbers depends on.
    pub(crate) fn depends(self, o: Num) -> Truth {
        if self.lo == self.hi {
            o.of
        } else if o.lo == o.hi {
            self.of
        } else {
            better(self.of, o.of)
        }
    }

    /// What a number that is not known depends on, as a truth value.
    #[inline]
    pub fn doubt(self) -> Truth {
        self.of
    }

    /// The number, if it is not known, as one that depends on something.
    pub(crate) fn depending(self, of: Truth) -> Num {
        Num::vague(self.lo, self.hi, of)
    }

    /// The least integer that is certainly not below a lower limit; what else there is, is doubt.
    #[inline]
    pub fn certain_low(self, doubt: &mut Truth) -> i128 {
        if self.lo != self.hi {
            *doubt = doubt.and(self.of);
        }
        self.hi
    }

    /// The greatest integer that is certainly not above an upper limit.
    #[inline]
    pub fn certain_high(self, doubt: &mut Truth) -> i128 {
        if self.lo != self.hi {
            *doubt = doubt.and(self.of);
        }
        self.lo
    }

    #[inline]
    pub fn known(self) -> Option<i128> {
        if self.lo == self.hi {
            Some(self.lo)
        } else {
            None
        }
    }

    #[inline]
    pub fn lt(self, o: Num) -> Truth {
        if self.hi < o.lo {
            T
        } else if self.lo >= o.hi {
            F
        } else {
            less(self, o)
        }
    }

    #[inline]
    pub fn le(self, o: Num) -> Truth {
        o.lt(self).not()
    }

    #[inline]
    pub fn same(self, o: Num) -> Truth {
        if self.lo == self.hi && o.lo == o.hi {
            Truth::of(self.lo == o.lo)
        } else if self.hi < o.lo || o.hi < self.lo {
            F
        } else {
            equal(self, o)
        }
    }

    /// Euclidean division; unspecified for 0.
    #[inline]
    pub fn div(self, o: Num) -> Num {
        if self.lo == self.hi && o.lo == o.hi && o.lo != 0 {
            return if small(self.lo) && small(o.lo) {
                n((self.lo as i64).div_euclid(o.lo as i64) as i128)
            } else {
                exact(self.lo.checked_div_euclid(o.lo))
            };
        }
        wide_div(self, o)
    }

    /// Euclidean remainder; unspecified for 0.
    #[inline]
    pub fn rem(self, o: Num) -> Num {
        if self.lo == self.hi && o.lo == o.hi && o.lo != 0 {
            return if small(self.lo) && small(o.lo) {
                n((self.lo as i64).rem_euclid(o.lo as i64) as i128)
            } else {
                exact(self.lo.checked_rem_euclid(o.lo))
            };
        }
        wide_rem(self, o)
    }

    /// `self as type`: out of the type's range, some value of the type.
    #[inline]
    pub fn cast(self, type_: Num) -> Num {
        if type_.lo <= self.lo && self.hi <= type_.hi {
            self
        } else {
            type_.depending(self.of)
        }
    }

    /// `self as char`.
    pub fn cast_char(self, type_: Num) -> Num {
        match self.known() {
            Some(v) if (0xd800..=0xdfff).contains(&v) => type_,
            _ => self.cast(type_),
        }
    }

    pub fn min(self, o: Num) -> Num {
        Num::vague(self.lo.min(o.lo), self.hi.min(o.hi), self.depends(o))
    }

    pub fn max(self, o: Num) -> Num {
        Num::vague(self.lo.max(o.lo), self.hi.max(o.hi), self.depends(o))
    }

    pub fn abs(self) -> Num {
        if self.lo >= 0 {
            self
        } else if self.hi <= 0 {
            -self
        } else {
            Num::vague(0, opposite(self.lo).max(self.hi), self.of)
        }
    }

    /// Either of two, depending on a condition that is not known.
    pub fn joined(self, o: Num, condition: Truth) -> Num {
        Num::vague(self.lo.min(o.lo), self.hi.max(o.hi), condition)
    }
}

#[inline(never)]
fn wide_div(a: Num, b: Num) -> Num {
    let of = a.depends(b);
    if b.lo <= 0 && 0 <= b.hi {
        return ALL.depending(of);
    }
    if let Some(by) = b.known() {
        let size = exact(by.checked_abs()).lo;
        let whole = Num::vague(floor(a.lo, size), floor(a.hi, size), of);
        return if by > 0 { whole } else { -whole };
    }
    if a.lo >= 0 && b.lo > 0 {
        let least = if b.hi == MOST { 0 } else { floor(a.lo, b.hi) };
        return Num::vague(least, floor(a.hi, b.lo), of);
    }
    let size = a.abs().hi;
    Num::vague(opposite(size), size, of)
}

#[inline(never)]
fn wide_rem(a: Num, b: Num) -> Num {
    let of = a.depends(b);
    if b.lo <= 0 && 0 <= b.hi {
        return ALL.depending(of);
    }
    let size = b.abs();
    if let Some(by) = size.known() {
        let first = floor(a.lo, by);
        if finite(first) && first == floor(a.hi, by) {
            return a - n(first * by);
        }
    }
    Num::vague(0, if size.hi == MOST { MOST } else { size.hi - 1 }, of)
}
