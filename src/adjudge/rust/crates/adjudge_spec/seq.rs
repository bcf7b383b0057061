//! Sequences.

use crate::num::{n, range, Num, ALL, MOST};
use crate::rt::Rt;
use crate::truth::{Truth, F, T, U};

/// A sequence: a view of storage that lives until the case ends; `None` if unspecified.
pub struct Seq<E: 'static>(pub Option<&'static [E]>);

impl<E> Clone for Seq<E> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Seq<E> {}

impl<E: Copy> Seq<E> {
    pub const ANY: Self = Seq(None);
    pub const EMPTY: Self = Seq(Some(&[]));

    #[inline]
    pub fn len(self) -> Num {
        match self.0 {
            Some(s) => n(s.len() as i128),
            None => range(0, MOST),
        }
    }

    /// `self[i]`; an unspecified element where there is none.
    #[inline]
    pub fn at(self, i: Num, any: E) -> E {
        if let Some(s) = self.0 {
            if i.lo == i.hi && 0 <= i.lo && i.lo < s.len() as i128 {
                return s[i.lo as usize];
            }
        }
        any
    }

    pub fn first(self, any: E) -> E {
        self.at(n(0), any)
    }

    pub fn last(self, any: E) -> E {
        self.at(self.len() - n(1), any)
    }

    #[inline]
    pub fn subrange(self, lo: Num, hi: Num) -> Self {
        if let (Some(s), Some(lo), Some(hi)) = (self.0, lo.known(), hi.known()) {
            if 0 <= lo && lo <= hi && hi <= s.len() as i128 {
                return Seq(Some(&s[lo as usize..hi as usize]));
            }
        }
        Seq(None)
    }

    pub fn take(self, count: Num) -> Self {
        self.subrange(n(0), count)
    }

    pub fn skip(self, count: Num) -> Self {
        self.subrange(count, self.len())
    }

    pub fn drop_first(self) -> Self {
        self.skip(n(1))
    }

    pub fn drop_last(self) -> Self {
        self.take(self.len() - n(1))
    }

    pub fn push(self, r: &Rt, x: E) -> Self {
        self.edit(r, |items| items.push(x))
    }

    fn edit(self, r: &Rt, change: impl FnOnce(&mut Vec<E>)) -> Self {
        match self.0 {
            Some(s) => {
                let mut items = Vec::with_capacity(s.len() + 1);
                items.extend_from_slice(s);
                change(&mut items);
                r.made(items)
            }
            None => self,
        }
    }

    fn place(self, i: Num, ends: usize) -> Option<usize> {
        let (s, i) = (self.0?, i.known()?);
        if 0 <= i && i < (s.len() + ends) as i128 {
            Some(i as usize)
        } else {
            None
        }
    }

    pub fn update(self, r: &Rt, i: Num, x: E) -> Self {
        self.place(i, 0).map_or(Seq(None), |i| self.edit(r, |items| items[i] = x))
    }

    pub fn insert(self, r: &Rt, i: Num, x: E) -> Self {
        self.place(i, 1).map_or(Seq(None), |i| self.edit(r, |items| items.insert(i, x)))
    }

    pub fn remove(self, r: &Rt, i: Num) -> Self {
        self.place(i, 0).map_or(Seq(None), |i| {
            self.edit(r, |items| {
                items.remove(i);
            })
        })
    }

    pub fn add(self, r: &Rt, o: Self) -> Self {
        match o.0 {
            Some(other) => self.edit(r, |items| items.extend_from_slice(other)),
            None => o,
        }
    }

    pub fn reverse(self, r: &Rt) -> Self {
        self.edit(r, |items| items.reverse())
    }

    pub fn repeat(r: &Rt, count: Num, x: E) -> Self {
        Seq::new(r, count, |_| x)
    }

    pub fn new(r: &Rt, count: Num, mut f: impl FnMut(Num) -> E) -> Self {
        match count.known() {
            Some(count) => {
                r.charge(count.max(0));
                r.made((0..count).map(|i| f(n(i))).collect())
            }
            None => Seq(None),
        }
    }

    pub fn map<B: Copy>(self, r: &Rt, mut f: impl FnMut(Num, E) -> B) -> Seq<B> {
        match self.0 {
            Some(s) => {
                r.charge(s.len() as i128);
                r.made(s.iter().enumerate().map(|(i, x)| f(n(i as i128), *x)).collect())
            }
            None => Seq(None),
        }
    }

    pub fn filter(self, r: &Rt, mut f: impl FnMut(E) -> Truth) -> Self {
        let s = match self.0 {
            Some(s) => s,
            None => return self,
        };
        r.charge(s.len() as i128);
        let mut kept = Vec::new();
        for x in s {
            match f(*x) {
                T => kept.push(*x),
                F => {}
                U => return Seq(None),
            }
        }
        r.made(kept)
    }

    pub fn fold_left<A: Copy>(self, r: &Rt, any: A, mut x: A, mut f: impl FnMut(A, E) -> A) -> A {
        match self.0 {
            Some(s) => {
                r.charge(s.len() as i128);
                for item in s {
                    x = f(x, *item);
                }
                x
            }
            None => any,
        }
    }

    pub fn fold_right<A: Copy>(self, r: &Rt, any: A, mut x: A, mut f: impl FnMut(E, A) -> A) -> A {
        match self.0 {
            Some(s) => {
                r.charge(s.len() as i128);
                for item in s.iter().rev() {
                    x = f(*item, x);
                }
                x
            }
            None => any,
        }
    }

    pub fn all(self, r: &Rt, mut f: impl FnMut(E) -> Truth) -> Truth {
        let s = match self.0 {
            Some(s) => s,
            None => return U,
        };
        r.charge(s.len() as i128);
        let mut result = T;
        for x in s {
            result = result.and(f(*x));
            if result == F {
                break;
            }
        }
        result
    }

    pub fn any(self, r: &Rt, mut f: impl FnMut(E) -> Truth) -> Truth {
        self.all(r, |x| f(x).not()).not()
    }

    pub fn contains(self, r: &Rt, same: impl Fn(E) -> Truth) -> Truth {
        r.charge(self.0.map_or(0, |s| s.len() as i128 / 8));
        self.any_of(same)
    }

    fn any_of(self, f: impl Fn(E) -> Truth) -> Truth {
        let mut result = if self.0.is_some() { F } else { U };
        for x in self.0.unwrap_or(&[]) {
            result = result.or(f(*x));
            if result == T {
                break;
            }
        }
        result
    }

    pub fn no_duplicates(self, r: &Rt, same: impl Fn(E, E) -> Truth) -> Truth {
        let s = match self.0 {
            Some(s) => s,
            None => return U,
        };
        r.charge((s.len() * s.len() / 2) as i128);
        let mut result = T;
        for (i, x) in s.iter().enumerate() {
            for y in &s[..i] {
                result = result.and(same(*x, *y).not());
                if result == F {
                    return F;
                }
            }
        }
        result
    }

    /// Where an element stands: its first and last place; None if that is not sure.
    fn places(self, r: &Rt, same: impl Fn(E) -> Truth) -> Option<Option<(usize, usize)>> {
        let s = self.0?;
        r.charge(s.len() as i128);
        let mut found: Option<(usize, usize)> = None;
        for (i, x) in s.iter().enumerate() {
            match same(*x) {
                T => found = Some((found.map_or(i, |(first, _)| first), i)),
                F => {}
                U => return None,
            }
        }
        Some(found)
    }

    pub fn index_of(self, r: &Rt, same: impl Fn(E) -> Truth) -> Num {
        match self.places(r, same) {
            Some(Some((first, last))) => range(first as i128, last as i128),
            _ => ALL,
        }
    }

    /// The value of an `Option` type.
    pub fn index_of_first(self, r: &Rt, same: impl Fn(E) -> Truth) -> (Num, Num) {
        optional(self.places(r, same).map(|p| p.map(|(first, _)| first)))
    }

    pub fn index_of_last(self, r: &Rt, same: impl Fn(E) -> Truth) -> (Num, Num) {
        optional(self.places(r, same).map(|p| p.map(|(_, last)| last)))
    }

    pub fn prefix_of(self, o: Self, same: impl Fn(E, E) -> Truth) -> Truth {
        match (self.0, o.0) {
            (Some(a), Some(b)) if a.len() > b.len() => F,
            (Some(a), Some(b)) => all_same(a, &b[..a.len()], same),
            _ => U,
        }
    }

    pub fn suffix_of(self, o: Self, same: impl Fn(E, E) -> Truth) -> Truth {
        match (self.0, o.0) {
            (Some(a), Some(b)) if a.len() > b.len() => F,
            (Some(a), Some(b)) => all_same(a, &b[b.len() - a.len()..], same),
            _ => U,
        }
    }

    /// Extensional equality; equal contents do not decide that of two executable containers.
    pub fn same(self, o: Self, exec: bool, same: impl Fn(E, E) -> Truth) -> Truth {
        let (a, b) = match (self.0, o.0) {
            (Some(a), Some(b)) => (a, b),
            _ => return U,
        };
        if a.len() != b.len() {
            return F;
        }
        if a.as_ptr() == b.as_ptr() {
            return if exec && a.is_empty() { U } else { T };
        }
        let result = all_same(a, b, same);
        if exec && result == T {
            U
        } else {
            result
        }
    }
}

fn all_same<E: Copy>(a: &[E], b: &[E], same: impl Fn(E, E) -> Truth) -> Truth {
    let mut result = T;
    for (x, y) in a.iter().zip(b) {
        result = result.and(same(*x, *y));
        if result == F {
            break;
        }
    }
    result
}

fn optional(place: Option<Option<usize>>) -> (Num, Num) {
    match place {
        Some(Some(i)) => (n(1), n(i as i128)),
        Some(None) => (n(0), ALL),
        None => (range(0, 1), ALL),
    }
}

impl Seq<Num> {
    /// The distinct elements, if all are known.
    pub fn members(self, r: &Rt) -> Option<Vec<i128>> {
        let s = self.0?;
        r.charge(s.len() as i128);
        let mut items = s.iter().map(|x| x.known()).collect::<Option<Vec<i128>>>()?;
        items.sort_unstable();
        items.dedup();
        Some(items)
    }

    pub fn distinct(self, r: &Rt) -> Truth {
        match (self.0, self.members(r)) {
            (Some(s), Some(members)) => Truth::of(members.len() == s.len()),
            _ => self.no_duplicates(r, Num::same),
        }
    }

    pub fn extreme(self, r: &Rt, most: bool) -> Num {
        let s = self.0.unwrap_or(&[]);
        r.charge(s.len() as i128);
        s.iter().copied().reduce(|a, b| if most { a.max(b) } else { a.min(b) }).unwrap_or(ALL)
    }

    /// The multiset of the elements as a sorted sequence, if all are known.
    pub fn sorted(self, r: &Rt) -> Seq<Num> {
        match self.0.and_then(|s| s.iter().map(|x| x.known()).collect::<Option<Vec<i128>>>()) {
            Some(mut items) => {
                r.charge(items.len() as i128);
                items.sort_unstable();
                r.made(items.into_iter().map(n).collect())
            }
            None => Seq(None),
        }
    }

    /// How often a sorted sequence holds a value.
    pub fn count(self, x: Num) -> Num {
        match (self.0, x.known()) {
            (Some(s), Some(x)) => {
                let (from, to) =
                    (s.partition_point(|y| y.lo < x), s.partition_point(|y| y.lo <= x));
                n((to - from) as i128)
            }
            _ => range(0, MOST),
        }
    }
}
