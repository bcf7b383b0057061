//! What memo tables and the reader of cases ask of a value.

use crate::cell::{Cell, Holes};
use crate::doubt::Cut;
use crate::num::{n, Num, ALL};
use crate::rt::Rt;
use crate::seq::Seq;
use crate::serve::Reader;
use crate::truth::{Truth, F, T, U};

const NEARBY: usize = 64;

/// A value that may be an argument of a memoised function, stand in a case or be searched for.
pub trait Value: Copy + 'static {
    /// How many words its key has.
    const WIDTH: usize;
    /// What nothing is known of.
    const ANY: Self;
    /// Writes the key: equal keys, the same value. False if it has none, as what is not known.
    fn key(&self, out: &mut [u64]) -> bool;
    fn read(reader: &mut Reader<'_>, r: &Rt) -> Self;
    /// A cell as a value, with holes where it is open.
    fn fill(cell: &Cell, holes: &mut Holes, r: &Rt) -> Self;
    /// The same where it is known; what is not depends on something.
    fn on(self, of: Truth) -> Self;
    /// What it depends on, `T` if it is known.
    fn opened(&self) -> Truth;
    /// Some element of several that are not empty; `any` is what is known at least.
    fn around(_: &[Self], any: Self) -> Self {
        any
    }
}

impl Value for Num {
    const WIDTH: usize = 1;
    const ANY: Num = ALL;
    /// Numbers beyond 64 bits are rare: what is computed of them is not kept.
    #[inline]
    fn key(&self, out: &mut [u64]) -> bool {
        let word = self.lo as i64;
        out[0] = word as u64;
        self.lo == self.hi && self.lo == word as i128
    }
    fn read(reader: &mut Reader<'_>, _: &Rt) -> Num {
        reader.number()
    }
    fn fill(cell: &Cell, holes: &mut Holes, _: &Rt) -> Num {
        match cell {
            Cell::Int(lo, hi) if lo == hi => n(*lo),
            Cell::Int(lo, hi) => Num::hole(*lo, *hi, holes.next(Cut::Anywhere)),
            _ => ALL,
        }
    }
    fn on(self, of: Truth) -> Num {
        self.depending(of)
    }
    fn opened(&self) -> Truth {
        self.known().map_or(self.doubt(), |_| T)
    }
    fn around(items: &[Num], any: Num) -> Num {
        if items.len() > NEARBY {
            return any;
        }
        let (lo, hi) = (items.iter().map(|x| x.lo).min(), items.iter().map(|x| x.hi).max());
        Num::vague(lo.unwrap_or(any.lo), hi.unwrap_or(any.hi), any.doubt())
    }
}

impl Value for Truth {
    const WIDTH: usize = 1;
    const ANY: Truth = U;
    fn key(&self, out: &mut [u64]) -> bool {
        out[0] = (*self == T) as u64;
        self.known()
    }
    fn read(reader: &mut Reader<'_>, _: &Rt) -> Truth {
        if reader.word("true") {
            T
        } else if reader.word("false") {
            F
        } else {
            assert!(reader.word("null"));
            U
        }
    }
    fn fill(cell: &Cell, holes: &mut Holes, _: &Rt) -> Truth {
        match cell {
            Cell::Bool(Some(value)) => Truth::of(*value),
            Cell::Bool(None) => holes.next(Cut::Anywhere),
            _ => U,
        }
    }
    fn on(self, of: Truth) -> Truth {
        if self.known() || of.known() {
            self
        } else {
            of
        }
    }
    fn opened(&self) -> Truth {
        if self.known() {
            T
        } else {
            *self
        }
    }
}

impl<E: Value> Value for Seq<E> {
    const WIDTH: usize = 2;
    const ANY: Seq<E> = Seq(None, U);
    #[inline]
    fn key(&self, out: &mut [u64]) -> bool {
        match self.whole() {
            Some(s) => {
                out[0] = s.as_ptr() as usize as u64;
                out[1] = s.len() as u64;
                true
            }
            None => false,
        }
    }
    fn read(reader: &mut Reader<'_>, r: &Rt) -> Seq<E> {
        if reader.word("null") {
            return Self::ANY;
        }
        let mut items = Vec::new();
        reader.open();
        while !reader.close() {
            items.push(E::read(reader, r));
        }
        r.keep(items)
    }
    fn fill(cell: &Cell, holes: &mut Holes, r: &Rt) -> Seq<E> {
        match cell {
            Cell::Seq { most, items, .. } => {
                let made = r.keep(items.iter().map(|item| E::fill(item, holes, r)).collect());
                let all = *most == items.len() as i128;
                Seq(made.0, if all { T } else { holes.next(Cut::Length(*most)) })
            }
            _ => Self::ANY,
        }
    }
    fn on(self, of: Truth) -> Seq<E> {
        Seq(self.0, self.1.on(of))
    }
    fn opened(&self) -> Truth {
        self.0.unwrap_or(&[]).iter().fold(T, |all, item| all.and(item.opened())).and(self.1)
    }
}

/// A value of a type that is not supported here, of which nothing is ever known. It takes room, so
/// that sequences of such values have addresses of their own.
#[derive(Clone, Copy)]
pub struct Opaque(pub u8);

impl Value for Opaque {
    const WIDTH: usize = 0;
    const ANY: Opaque = Opaque(0);
    fn key(&self, _: &mut [u64]) -> bool {
        false
    }
    fn read(reader: &mut Reader<'_>, _: &Rt) -> Opaque {
        assert!(reader.word("null"));
        Opaque(0)
    }
    fn fill(_: &Cell, _: &mut Holes, _: &Rt) -> Opaque {
        Opaque(0)
    }
    fn on(self, _: Truth) -> Opaque {
        self
    }
    fn opened(&self) -> Truth {
        U
    }
}

macro_rules! tuples {
    ($($($name:ident $index:tt)+;)+) => {$(
        impl<$($name: Value),+> Value for ($($name,)+) {
            const WIDTH: usize = 0 $(+ $name::WIDTH)+;
            const ANY: Self = ($($name::ANY,)+);
            fn key(&self, out: &mut [u64]) -> bool {
                let mut at = 0;
                $(
                    if !self.$index.key(&mut out[at..at + $name::WIDTH]) {
                        return false;
                    }
                    at += $name::WIDTH;
                )+
                at == out.len()
            }
            fn read(reader: &mut Reader<'_>, r: &Rt) -> Self {
                if reader.word("null") {
                    return Self::ANY;
                }
                reader.open();
                let value = ($($name::read(reader, r),)+);
                assert!(reader.close());
                value
            }
            fn fill(cell: &Cell, holes: &mut Holes, r: &Rt) -> Self {
                match cell {
                    Cell::Tuple(parts) => ($($name::fill(&parts[$index], holes, r),)+),
                    _ => Self::ANY,
                }
            }
            fn on(self, of: Truth) -> Self {
                ($(self.$index.on(of),)+)
            }
            fn opened(&self) -> Truth {
                T$(.and(self.$index.opened()))+
            }
        }
    )+};
}
tuples! {
    A 0;
    A 0 B 1;
    A 0 B 1 C 2;
    A 0 B 1 C 2 D 3;
    A 0 B 1 C 2 D 3 E 4;
    A 0 B 1 C 2 D 3 E 4 G 5;
    A 0 B 1 C 2 D 3 E 4 G 5 H 6;
    A 0 B 1 C 2 D 3 E 4 G 5 H 6 I 7;
    A 0 B 1 C 2 D 3 E 4 G 5 H 6 I 7 J 8;
    A 0 B 1 C 2 D 3 E 4 G 5 H 6 I 7 J 8 K 9;
}
