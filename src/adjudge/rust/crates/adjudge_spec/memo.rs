//! Memo tables.

use std::cell::RefCell;

/// Keys of a fixed number of words, numbered in the order in which they were added.
#[derive(Default)]
struct Table {
    keys: Vec<u64>,
    slots: Vec<u32>,
    count: usize,
}

impl Table {
    fn slot(&self, key: &[u64]) -> usize {
        let mut hash = 0u64;
        for word in key {
            hash = (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        let mask = self.slots.len() - 1;
        let mut at = (hash >> 20) as usize & mask;
        loop {
            let number = self.slots[at] as usize;
            if number == 0 || self.keys[(number - 1) * key.len()..][..key.len()] == *key {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    #[inline(never)]
    fn find(&self, key: &[u64]) -> Option<usize> {
        if self.count == 0 {
            return None;
        }
        (self.slots[self.slot(key)] as usize).checked_sub(1)
    }

    #[inline(never)]
    fn add(&mut self, key: &[u64]) {
        if self.count * 2 >= self.slots.len() {
            self.slots = vec![0; (self.slots.len() * 2).max(64)];
            for number in 0..self.count {
                let at = self.slot(&self.keys[number * key.len()..][..key.len()]);
                self.slots[at] = number as u32 + 1;
            }
        }
        let at = self.slot(key);
        if self.slots[at] == 0 {
            self.count += 1;
            self.slots[at] = self.count as u32;
            self.keys.extend_from_slice(key);
        }
    }

    fn clear(&mut self) {
        if self.slots.len() > 1 << 16 {
            *self = Table::default();
        } else if self.count > 0 {
            self.slots.fill(0); // cheaper than to grow again
            self.keys.clear();
            self.count = 0;
        }
    }
}

/// The results of one function by its arguments.
pub struct Memo<V> {
    table: RefCell<Table>,
    values: RefCell<Vec<V>>,
}

impl<V: Copy> Memo<V> {
    pub fn new() -> Self {
        Memo { table: RefCell::default(), values: RefCell::new(Vec::new()) }
    }

    pub fn get(&self, key: &[u64]) -> Option<V> {
        self.table.borrow().find(key).map(|number| self.values.borrow()[number])
    }

    pub fn put(&self, key: &[u64], value: V) {
        let mut table = self.table.borrow_mut();
        table.add(key);
        let mut values = self.values.borrow_mut();
        if values.len() < table.count {
            values.push(value);
        }
    }

    pub fn forget(&self) {
        self.table.borrow_mut().clear();
        self.values.borrow_mut().clear();
    }
}
