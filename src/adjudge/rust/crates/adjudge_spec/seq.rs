//! Sequences.

use crate::doubt::{self, Cut};
use crate::num::{n, Num, ALL, MOST};
use crate::rt::Rt;
use crate::truth::{Truth, F, T, U};
use crate::value::Value;

/// A sequence: a view of storage that lives until the case ends, or nothing if it is unspecified;
/// and `T` if that is all of it. If it is not, more elements may follow; then here is what its
/// length depends on.
pub struct Seq<E: 'static>(pub Option<&'static [E]>, pub Truth);

impl<E> Clone for Seq<E> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Seq<E> {}

impl<E: Value> Seq<E> {
    pub const ANY: Self = Seq(None, U);
    pub const EMPTY: Self = Seq(Some(&[]), T);

    /// The elements, if it is certain that these are all.
    #[inline]
    pub fn whole(self) -> Option<&'static [E]> {
        if self.1 == T {
            self.0
        } else {
            None
        }
    }

    #[inline]
    pub fn len(self) -> Num {
        match self.0 {
            Some(s) if self.1 == T => n(s.len() as i128),
            _ => self.open_length(),
        }
    }

    #[cold]
    fn open_length(self) -> Num {
        let least = self.0.map_or(0, |s| s.len() as i128);
        match doubt::found(self.1).map(|d| d.cut) {
            Some(Cut::Length(most)) if self.0.is_some() => Num::hole(least, most, self.1),
            _ => Num::vague(least, MOST, self.1),
        }
    }

    /// Some sequence, depending on something that is not known.
    pub(crate) fn lost(of: Truth) -> Self {
        Seq(None, if of == T || of == F { U } else { of })
    }

    /// `self[i]`; an unspecified element where there is none.
    #[inline]
    pub fn at(self, i: Num, any: E) -> E {
        if let Some(s) = self.0 {
            if i.lo == i.hi && 0 <= i.lo && i.lo < s.len() as i128 {
                return s[i.lo as usize];
            }
        }
        self.somewhere(i, any)
    }

    #[cold]
    #[inline(never)]
    fn somewhere(self, i: Num, any: E) -> E {
        let s = match self.whole() {
            Some(s) if i.known().is_none() => s,
            _ if i.known().is_none() => return any.on(i.doubt()),
            _ => return any.on(self.1),
        };
        let inside = n(0).le(i).and(i.lt(self.len()));
        if inside != T {
            return any.on(if inside == F { U } else { inside });
        }
        E::around(&s[i.lo as usize..i.hi as usize + 1], any.on(i.doubt()))
    }

    pub fn first(self, any: E) -> E {
        self.at(n(0), any)
    }

    pub fn last(self, any: E) -> E {
        self.at(self.len() - n(1), any)
    }

    #[inline]
    pub fn subrange(self, lo: Num, hi: Num) -> Self {
        if let (Some(s), Some(from), Some(to)) = (self.0, lo.known(), hi.known()) {
            if 0 <= from && from <= to && to <= s.len() as i128 {
                return Seq(Some(&s[from as usize..to as usize]), T);
            }
        }
        Seq::lost(self.1.and(lo.depends(hi)))
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
        match self.whole() {
            Some(s) => {
                let mut items = Vec::with_capacity(s.len() + 1);
                items.extend_from_slice(s);
                change(&mut items);
                r.made(items)
            }
            None => Seq::lost(self.1),
        }
    }

    /// An index of the sequence, or of as many places behind it; else what that depends on.
    fn place(self, i: Num, ends: usize) -> Result<usize, Truth> {
        match (self.whole(), i.known()) {
            (Some(s), Some(i)) if 0 <= i && i < (s.len() + ends) as i128 => Ok(i as usize),
            (Some(_), None) => Err(i.doubt()),
            _ => Err(self.1),
        }
    }

    pub fn update(self, r: &Rt, i: Num, x: E) -> Self {
        self.place(i, 0).map_or_else(Seq::lost, |i| self.edit(r, |items| items[i] = x))
    }

    pub fn insert(self, r: &Rt, i: Num, x: E) -> Self {
        self.place(i, 1).map_or_else(Seq::lost, |i| self.edit(r, |items| items.insert(i, x)))
    }

    pub fn remove(self, r: &Rt, i: Num) -> Self {
        self.place(i, 0).map_or_else(Seq::lost, |i| {
            self.edit(r, |items| {
                items.remove(i);
            })
        })
    }

    pub fn add(self, r: &Rt, o: Self) -> Self {
        match o.whole() {
            Some(other) => self.edit(r, |items| items.extend_from_slice(other)),
            None => Seq::lost(o.1),
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
            None => Seq::lost(count.doubt()),
        }
    }

    pub fn map<B: Value>(self, r: &Rt, mut f: impl FnMut(Num, E) -> B) -> Seq<B> {
        match self.whole() {
            Some(s) => {
                r.charge(s.len() as i128);
                r.made(s.iter().enumerate().map(|(i, x)| f(n(i as i128), *x)).collect())
            }
            None => Seq::lost(self.1),
        }
    }

    pub fn filter(self, r: &Rt, mut f: impl FnMut(E) -> Truth) -> Self {
        let s = match self.whole() {
            Some(s) => s,
            None => return Seq::lost(self.1),
        };
        r.charge(s.len() as i128);
        let mut kept = Vec::new();
        for x in s {
            match f(*x) {
                T => kept.push(*x),
                F => {}
                doubt => return Seq::lost(doubt),
            }
        }
        r.made(kept)
    }

    pub fn fold_left<A: Value>(self, r: &Rt, any: A, mut x: A, mut f: impl FnMut(A, E) -> A) -> A {
        match self.whole() {
            Some(s) => {
                r.charge(s.len() as i128);
                for item in s {
                    x = f(x, *item);
                }
                x
            }
            None => any.on(self.1),
        }
    }

    pub fn fold_right<A: Value>(self, r: &Rt, any: A, mut x: A, mut f: impl FnMut(E, A) -> A) -> A {
        match self.whole() {
            Some(s) => {
                r.charge(s.len() as i128);
                for item in s.iter().rev() {
                    x = f(*item, x);
                }
                x
            }
            None => any.on(self.1),
        }
    }

    pub fn all(self, r: &Rt, mut f: impl FnMut(E) -> Truth) -> Truth {
        let s = self.0.unwrap_or(&[]);
        r.charge(s.len() as i128);
        let mut result = self.1; // true, unless there may be more
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
        let mut result = self.1.not(); // false, unless there may be more
        for x in self.0.unwrap_or(&[]) {
            result = result.or(f(*x));
            if result == T {
                break;
            }
        }
        result
    }

    pub fn no_duplicates(self, r: &Rt, same: impl Fn(E, E) -> Truth) -> Truth {
        let s = self.0.unwrap_or(&[]);
        r.charge((s.len() * s.len() / 2) as i128);
        let mut result = self.1;
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

    /// Where an element stands: its first and last place; what that depends on if it is not sure.
    fn places(self, r: &Rt, same: impl Fn(E) -> Truth) -> Result<Option<(usize, usize)>, Truth> {
        let s = self.whole().ok_or(self.1)?;
        r.charge(s.len() as i128);
        let mut found: Option<(usize, usize)> = None;
        for (i, x) in s.iter().enumerate() {
            match same(*x) {
                T => found = Some((found.map_or(i, |(first, _)| first), i)),
                F => {}
                doubt => return Err(doubt),
            }
        }
        Ok(found)
    }

    pub fn index_of(self, r: &Rt, same: impl Fn(E) -> Truth) -> Num {
        match self.places(r, same) {
            Ok(Some((first, last))) => Num::vague(first as i128, last as i128, U),
            Ok(None) => ALL,
            Err(doubt) => ALL.on(doubt),
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
        match (self.whole(), o.whole()) {
            (Some(a), Some(b)) if a.len() > b.len() => F,
            (Some(a), Some(b)) => all_same(a, &b[..a.len()], same),
            _ => self.1.and(o.1),
        }
    }

    pub fn suffix_of(self, o: Self, same: impl Fn(E, E) -> Truth) -> Truth {
        match (self.whole(), o.whole()) {
            (Some(a), Some(b)) if a.len() > b.len() => F,
            (Some(a), Some(b)) => all_same(a, &b[b.len() - a.len()..], same),
            _ => self.1.and(o.1),
        }
    }

    /// Extensional equality; equal contents do not decide that of two executable containers.
    pub fn same(self, o: Self, exec: bool, same: impl Fn(E, E) -> Truth) -> Truth {
        let (a, b) = match (self.0, o.0) {
            (Some(a), Some(b)) => (a, b),
            _ => return self.1.and(o.1),
        };
        if self.1 != T || o.1 != T {
            // The elements that both certainly have, and the length.
            return self.len().same(o.len()).and(all_same(a, b, same)).and(self.1.and(o.1));
        }
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

fn optional(place: Result<Option<usize>, Truth>) -> (Num, Num) {
    match place {
        Ok(Some(i)) => (n(1), n(i as i128)),
        Ok(None) => (n(0), ALL),
        Err(doubt) => (Num::vague(0, 1, doubt), ALL.on(doubt)),
    }
}

impl Seq<Num> {
    /// The elements if all are known; else what that depends on.
    fn known(self) -> Result<Vec<i128>, Truth> {
        let s = self.whole().ok_or(self.1)?;
        s.iter().map(|x| x.known().ok_or(x.doubt())).collect()
    }

    /// The distinct elements, if all are known; else what that depends on.
    pub fn members(self, r: &Rt) -> Result<Vec<i128>, Truth> {
        r.charge(self.0.map_or(0, |s| s.len() as i128));
        let mut items = self.known()?;
        items.sort_unstable();
        items.dedup();
        Ok(items)
    }

    pub fn distinct(self, r: &Rt) -> Truth {
        match (self.0, self.members(r)) {
            (Some(s), Ok(members)) => Truth::of(members.len() == s.len()),
            _ => self.no_duplicates(r, Num::same),
        }
    }

    pub fn extreme(self, r: &Rt, most: bool) -> Num {
        let s = self.whole().unwrap_or(&[]);
        r.charge(s.len() as i128);
        let found = s.iter().copied().reduce(|a, b| if most { a.max(b) } else { a.min(b) });
        found.unwrap_or(ALL.on(self.1))
    }
}
