//! Multisets of integers.

use crate::cell::{Cell, Holes};
use crate::num::{n, Num, MOST};
use crate::rt::Rt;
use crate::seq::Seq;
use crate::serve::Reader;
use crate::truth::{Truth, F, T, U};
use crate::value::Value;

/// A multiset: first its known elements in order, then the others; open like a sequence.
#[derive(Clone, Copy)]
pub struct Bag {
    items: Seq<Num>,
    fixed: usize,
}

impl Seq<Num> {
    pub fn to_multiset(self, r: &Rt) -> Bag {
        let s = match self.0 {
            Some(s) => s,
            None => return Bag { items: self, fixed: 0 },
        };
        r.charge(s.len() as i128);
        let mut fixed: Vec<i128> = s.iter().filter_map(|x| x.known()).collect();
        fixed.sort_unstable();
        let open = s.iter().filter(|x| x.known().is_none()).copied();
        let items = r.made(fixed.iter().map(|x| n(*x)).chain(open).collect());
        Bag { items: Seq(items.0, self.1), fixed: fixed.len() }
    }
}

impl Bag {
    /// The known elements and the others.
    fn parts(&self) -> (&'static [Num], &'static [Num]) {
        self.items.0.unwrap_or(&[]).split_at(self.fixed)
    }

    fn is_ground(&self) -> bool {
        self.items.whole().map_or(false, |s| s.len() == self.fixed)
    }

    pub fn len(self) -> Num {
        self.items.len()
    }

    pub fn count(self, x: Num) -> Num {
        let (fixed, open) = self.parts();
        let mut result = n(0);
        if let Some(x) = x.known() {
            let (from, to) =
                (fixed.partition_point(|y| y.lo < x), fixed.partition_point(|y| y.lo <= x));
            result = n((to - from) as i128);
        } else {
            fixed.iter().for_each(|y| result = result + y.same(x).int());
        }
        open.iter().for_each(|y| result = result + y.same(x).int());
        if self.items.1 != T {
            result = result + Num::vague(0, MOST, self.items.1);
        }
        result
    }

    pub fn same(self, o: Bag) -> Truth {
        match (self.is_ground(), o.is_ground()) {
            (true, true) => {
                let (a, b) = (self.parts().0, o.parts().0);
                Truth::of(a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.lo == y.lo))
            }
            (false, true) => self.may_be(o),
            (true, false) => o.may_be(self),
            (false, false) => self.items.1.and(o.items.1).and(U),
        }
    }

    /// Whether it is a multiset that is known as a whole.
    fn may_be(self, o: Bag) -> Truth {
        let sizes = self.len().same(o.len());
        if sizes != T {
            return sizes;
        }
        let (fixed, open) = self.parts();
        let mut left = o.parts().0.to_vec();
        let mut at = 0;
        for x in fixed {
            while at < left.len() && left[at].lo < x.lo {
                at += 1;
            }
            if at == left.len() || left[at].lo != x.lo {
                return F;
            }
            left.remove(at);
        }
        left.dedup_by_key(|x| x.lo);
        let mut result = T;
        for hole in open {
            match left.iter().map(|x| hole.same(*x)).find(|truth| *truth != F) {
                None => return F,
                Some(T) => result = result.and(hole.doubt()),
                Some(truth) => result = result.and(truth),
            }
        }
        result
    }
}

impl Value for Bag {
    const WIDTH: usize = 0;
    const ANY: Bag = Bag { items: Seq::<Num>::ANY, fixed: 0 };
    fn key(&self, _: &mut [u64]) -> bool {
        false
    }
    fn read(reader: &mut Reader<'_>, r: &Rt) -> Bag {
        Seq::<Num>::read(reader, r).to_multiset(r)
    }
    fn fill(_: &Cell, _: &mut Holes, _: &Rt) -> Bag {
        Self::ANY
    }
    fn on(self, of: Truth) -> Bag {
        Bag { items: self.items.on(of), ..self }
    }
    fn opened(&self) -> Truth {
        self.items.opened()
    }
}
