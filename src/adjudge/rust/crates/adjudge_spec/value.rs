//! What memo tables and the reader of cases ask of a value.

use crate::num::{Num, ALL};
use crate::rt::Rt;
use crate::seq::Seq;
use crate::serve::Reader;
use crate::truth::{Truth, F, T, U};

/// A value that may be an argument of a memoised function or stand in a case.
pub trait Value: Copy + 'static {
    /// How many words its key has.
    const WIDTH: usize;
    /// What nothing is known of.
    const ANY: Self;
    /// Writes the key: equal keys, the same value. False if it has none, as what is not known.
    fn key(&self, out: &mut [u64]) -> bool;
    fn read(reader: &mut Reader<'_>, r: &Rt) -> Self;
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
}

impl Value for Truth {
    const WIDTH: usize = 1;
    const ANY: Truth = U;
    fn key(&self, out: &mut [u64]) -> bool {
        out[0] = *self as u64;
        *self != U
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
}

impl<E: Value> Value for Seq<E> {
    const WIDTH: usize = 2;
    const ANY: Seq<E> = Seq(None);
    #[inline]
    fn key(&self, out: &mut [u64]) -> bool {
        match self.0 {
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
            return Seq(None);
        }
        let mut items = Vec::new();
        reader.open();
        while !reader.close() {
            items.push(E::read(reader, r));
        }
        r.keep(items)
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
