//! Functions of vstd on integers, and operations on their bits.

use crate::num::{exact, finite, n, Num, ALL, MOST};
use crate::rt::overflow;

/// A lower limit for what is too large to be told.
const FAR: i128 = 1 << 125;

impl Num {
    pub fn pow(self, exponent: Num) -> Num {
        let (base, e) = match (self.known(), exponent.known()) {
            (Some(base), Some(e)) => (base, e),
            _ if self.lo >= 0 && exponent.lo >= 0 => {
                let least = power(self.lo, exponent.lo).map_or(FAR, |v| v.min(FAR));
                let least = if exponent.lo == 0 { self.lo.min(1) } else { least };
                let most = power(self.hi, exponent.hi).map_or(MOST, |v| v.max(1));
                return Num::vague(least, most, self.depends(exponent));
            }
            _ => return ALL.depending(self.depends(exponent)),
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
            _ => return ALL.depending(base.depends(x)),
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
        Num::vague(root(self.lo), root(self.hi), self.doubt())
    }

    /// `&`, `|`, `^`, `<<`, `>>` on a machine type with its range and width.
    pub fn bits(self, op: char, o: Num, type_: Num, width: u32) -> Num {
        let (a, b) = match (self.known(), o.known()) {
            (Some(a), Some(b)) => (a, b),
            _ => return type_.depending(self.depends(o)),
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
            None => type_.depending(self.doubt()),
        }
    }
}

/// A power of ends that are not negative, if it is not too large.
fn power(base: i128, exponent: i128) -> Option<i128> {
    let exponent = u32::try_from(exponent).ok()?;
    Some(base).filter(|v| finite(*v))?.checked_pow(exponent).filter(|v| finite(*v))
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
