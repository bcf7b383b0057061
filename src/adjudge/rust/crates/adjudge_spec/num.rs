//! Integers.

use crate::rt::overflow;
use crate::truth::{Truth, F, T, U};
use std::ops::{Add, Mul, Neg, Sub};

/// An integer of which only an interval may be known.
#[derive(Clone, Copy)]
pub struct Num {
    pub lo: i128,
    pub hi: i128,
}

/// The ends of intervals without end; no known integer has these values.
pub const LEAST: i128 = i128::MIN;
pub const MOST: i128 = i128::MAX;

pub const ALL: Num = Num { lo: LEAST, hi: MOST };

#[inline]
pub const fn n(v: i128) -> Num {
    Num { lo: v, hi: v }
}

#[inline]
pub const fn range(lo: i128, hi: i128) -> Num {
    Num { lo, hi }
}

#[inline]
fn exact(v: Option<i128>) -> Num {
    match v {
        Some(v) if v != LEAST && v != MOST => n(v),
        _ => overflow(),
    }
}

fn finite(end: i128) -> bool {
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
    range(plus(a.lo, b.lo), plus(a.hi, b.hi))
}

impl Neg for Num {
    type Output = Num;
    #[inline]
    fn neg(self) -> Num {
        range(opposite(self.hi), opposite(self.lo))
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
    range(lo, hi)
}

impl Num {
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
            U
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
            U
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
            type_
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
        range(self.lo.min(o.lo), self.hi.min(o.hi))
    }

    pub fn max(self, o: Num) -> Num {
        range(self.lo.max(o.lo), self.hi.max(o.hi))
    }

    pub fn abs(self) -> Num {
        if self.lo >= 0 {
            self
        } else if self.hi <= 0 {
            -self
        } else {
            range(0, opposite(self.lo).max(self.hi))
        }
    }

    /// The smallest interval around both.
    pub fn hull(self, o: Num) -> Num {
        range(self.lo.min(o.lo), self.hi.max(o.hi))
    }

    pub fn pow(self, exponent: Num) -> Num {
        let (base, e) = match (self.known(), exponent.known()) {
            (Some(base), Some(e)) => (base, e),
            _ if self.lo >= 1 && exponent.lo >= 0 => return range(1, MOST),
            _ => return ALL,
        };
        match (base, e) {
            (_, i128::MIN..=-1) => ALL,
            (0, _) => n((e == 0) as i128),
            (1, _) => n(1),
            (-1, _) => n(if e % 2 == 0 { 1 } else { -1 }),
            (_, 0..=127) => exact(base.checked_pow(e as u32)),
            _ => overflow(),
        }
    }

    pub fn log(base: Num, x: Num) -> Num {
        let (base, mut x) = match (base.known(), x.known()) {
            (Some(base), Some(x)) => (base, x),
            _ => return ALL,
        };
        if base <= 1 {
            return if base == 1 && x <= 0 { n(0) } else { ALL };
        }
        let mut result = 0;
        while x >= base {
            x /= base;
            result += 1;
        }
        n(result)
    }

    /// The largest integer whose square is at most this one; -1 below 0.
    pub fn isqrt(self) -> Num {
        range(root(self.lo), root(self.hi))
    }

    /// `&`, `|`, `^`, `<<`, `>>` on a machine type with its range and width.
    pub fn bits(self, op: char, o: Num, type_: Num, width: u32) -> Num {
        let (a, b) = match (self.known(), o.known()) {
            (Some(a), Some(b)) => (a, b),
            _ => return type_,
        };
        match op {
            '&' => n(a & b),
            '|' => n(a | b),
            '^' => n(a ^ b),
            _ if b < 0 => type_,
            '>' => n(a >> b.min(127)),
            _ if b >= width as i128 => n(0),
            _ => wrapped((a as u128) << b, type_, width),
        }
    }

    /// `!self` on a machine type.
    pub fn bit_not(self, type_: Num, width: u32) -> Num {
        match self.known() {
            Some(a) => wrapped(!a as u128, type_, width),
            None => type_,
        }
    }
}

#[inline(never)]
fn wide_div(a: Num, b: Num) -> Num {
    if b.lo <= 0 && 0 <= b.hi {
        return ALL;
    }
    if let Some(by) = b.known() {
        let size = exact(by.checked_abs()).lo;
        let whole = range(floor(a.lo, size), floor(a.hi, size));
        return if by > 0 { whole } else { -whole };
    }
    if a.lo >= 0 && b.lo > 0 {
        let least = if b.hi == MOST { 0 } else { floor(a.lo, b.hi) };
        return range(least, floor(a.hi, b.lo));
    }
    let size = a.abs().hi;
    range(opposite(size), size)
}

#[inline(never)]
fn wide_rem(a: Num, b: Num) -> Num {
    if b.lo <= 0 && 0 <= b.hi {
        return ALL;
    }
    let size = b.abs();
    if let Some(by) = size.known() {
        let first = floor(a.lo, by);
        if finite(first) && first == floor(a.hi, by) {
            return range(a.lo - first * by, a.hi - first * by);
        }
    }
    range(0, if size.hi == MOST { MOST } else { size.hi - 1 })
}

fn root(v: i128) -> i128 {
    if v < 0 || v == MOST {
        return if v < 0 { -1 } else { MOST };
    }
    let mut r = (v as f64).sqrt() as i128;
    while r.checked_mul(r).map_or(true, |s| s > v) {
        r -= 1;
    }
    while (r + 1).checked_mul(r + 1).map_or(false, |s| s <= v) {
        r += 1;
    }
    r
}

/// The integer of a machine type that has these bits.
fn wrapped(bits: u128, type_: Num, width: u32) -> Num {
    let shift = 128 - width;
    if type_.lo == 0 {
        let value = bits << shift >> shift;
        exact(i128::try_from(value).ok())
    } else {
        exact(Some((bits << shift) as i128 >> shift))
    }
}
