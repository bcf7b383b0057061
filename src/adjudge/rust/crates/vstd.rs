//! The executable part of Verus' standard library that plain Rust lacks, by its own names.
//!
//! Ghost code is erased before a program gets here; what remains may still call these.
//! Behaviour follows vstd's contracts; a violated precondition panics.

pub mod prelude {
    pub use crate::pervasive::*;
    pub use crate::slice::{slice_index_get, slice_subrange, slice_to_vec, SliceAdditionalExecFns};
    pub use crate::string::{StrSliceExecFns, StringExecFns, StringExecFnsIsAscii};
    pub use crate::vec::VecAdditionalExecFns;
}

pub mod pervasive {
    /// A place that the proof shows is never reached.
    pub fn unreached<A>() -> A {
        panic!("reached vstd's unreached()")
    }

    pub fn runtime_assert(condition: bool) {
        assert!(condition);
    }
}

pub mod string {
    /// vstd's executable functions on `&str`.
    pub trait StrSliceExecFns {
        fn unicode_len(&self) -> usize;
        fn get_char(&self, i: usize) -> char;
        fn get_ascii(&self, i: usize) -> u8;
        fn substring_ascii<'a>(&'a self, from: usize, to: usize) -> &'a str;
        fn substring_char<'a>(&'a self, from: usize, to: usize) -> &'a str;
        fn as_bytes_vec(&self) -> Vec<u8>;
    }

    fn boundary(text: &str, i: usize) -> usize {
        // Scanning for bytes is many times faster than for characters, and usual text is ASCII.
        if text.len() >= i && text.as_bytes()[..i].is_ascii() {
            return i;
        }
        text.char_indices().map(|(at, _)| at).chain(Some(text.len())).nth(i).expect("past the end")
    }

    impl StrSliceExecFns for str {
        fn unicode_len(&self) -> usize {
            self.chars().count()
        }

        fn get_char(&self, i: usize) -> char {
            self[boundary(self, i)..].chars().next().expect("past the end")
        }

        fn get_ascii(&self, i: usize) -> u8 {
            self.as_bytes()[i]
        }

        fn substring_ascii<'a>(&'a self, from: usize, to: usize) -> &'a str {
            &self[from..to]
        }

        fn substring_char<'a>(&'a self, from: usize, to: usize) -> &'a str {
            &self[boundary(self, from)..boundary(self, to)]
        }

        fn as_bytes_vec(&self) -> Vec<u8> {
            self.as_bytes().to_vec()
        }
    }

    /// vstd's executable functions on `String`.
    pub trait StringExecFns: Sized {
        fn from_str<'a>(s: &'a str) -> String;
        fn append<'a, 'b>(&'a mut self, other: &'b str);
        fn concat<'b>(self, other: &'b str) -> String;
    }

    impl StringExecFns for String {
        fn from_str<'a>(s: &'a str) -> String {
            s.to_string()
        }

        fn append<'a, 'b>(&'a mut self, other: &'b str) {
            self.push_str(other);
        }

        fn concat<'b>(self, other: &'b str) -> String {
            self + other
        }
    }

    pub trait StringExecFnsIsAscii {
        fn is_ascii(&self) -> bool;
    }

    impl StringExecFnsIsAscii for String {
        fn is_ascii(&self) -> bool {
            self.as_str().is_ascii()
        }
    }

    pub fn new_strlit<'a>(s: &'a str) -> &'a str {
        s
    }
}

pub mod vec {
    /// `v.set(i, x)`: `v[i] = x`, as vstd spells it for `Vec`.
    pub trait VecAdditionalExecFns<T> {
        fn set(&mut self, i: usize, value: T);
        fn set_and_swap(&mut self, i: usize, value: &mut T);
    }

    impl<T> VecAdditionalExecFns<T> for Vec<T> {
        fn set(&mut self, i: usize, value: T) {
            self[i] = value;
        }

        fn set_and_swap(&mut self, i: usize, value: &mut T) {
            std::mem::swap(&mut self[i], value);
        }
    }
}

pub mod slice {
    pub trait SliceAdditionalExecFns<T> {
        fn set(&mut self, i: usize, value: T);
    }

    impl<T> SliceAdditionalExecFns<T> for [T] {
        fn set(&mut self, i: usize, value: T) {
            self[i] = value;
        }
    }

    pub fn slice_index_get<T>(slice: &[T], i: usize) -> &T {
        &slice[i]
    }

    pub fn slice_subrange<T>(slice: &[T], i: usize, j: usize) -> &[T] {
        &slice[i..j]
    }

    pub fn slice_to_vec<T: Copy>(slice: &[T]) -> Vec<T> {
        slice.to_vec()
    }
}

pub mod hash_map {
    use std::collections::HashMap;
    use std::hash::Hash;

    /// vstd's `HashMapWithView`: a hash map whose keys are known by their view.
    pub struct HashMapWithView<K, V>(HashMap<K, V>);

    pub type StringHashMap<V> = HashMapWithView<String, V>;

    impl<K: Eq + Hash, V> HashMapWithView<K, V> {
        pub fn new() -> Self {
            HashMapWithView(HashMap::new())
        }

        pub fn with_capacity(capacity: usize) -> Self {
            HashMapWithView(HashMap::with_capacity(capacity))
        }

        pub fn len(&self) -> usize {
            self.0.len()
        }

        pub fn insert(&mut self, key: K, value: V) {
            self.0.insert(key, value);
        }

        pub fn remove(&mut self, key: &K) {
            self.0.remove(key);
        }

        pub fn contains_key(&self, key: &K) -> bool {
            self.0.contains_key(key)
        }

        pub fn get(&self, key: &K) -> Option<&V> {
            self.0.get(key)
        }

        pub fn clear(&mut self) {
            self.0.clear();
        }
    }
}

pub mod hash_set {
    use std::collections::HashSet;
    use std::hash::Hash;

    /// vstd's `HashSetWithView`.
    pub struct HashSetWithView<K>(HashSet<K>);

    pub type StringHashSet = HashSetWithView<String>;

    impl<K: Eq + Hash> HashSetWithView<K> {
        pub fn new() -> Self {
            HashSetWithView(HashSet::new())
        }

        pub fn with_capacity(capacity: usize) -> Self {
            HashSetWithView(HashSet::with_capacity(capacity))
        }

        pub fn len(&self) -> usize {
            self.0.len()
        }

        pub fn insert(&mut self, key: K) -> bool {
            self.0.insert(key)
        }

        pub fn remove(&mut self, key: &K) -> bool {
            self.0.remove(key)
        }

        pub fn contains(&self, key: &K) -> bool {
            self.0.contains(key)
        }

        pub fn clear(&mut self) {
            self.0.clear();
        }
    }
}
