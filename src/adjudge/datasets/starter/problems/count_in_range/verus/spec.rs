use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    /// How many elements of `s` are at least `low` and at most `high`.
    pub open spec fn number_between(s: Seq<i32>, low: i32, high: i32) -> int
        decreases s.len(),
    {
        if s.len() == 0 {
            0
        } else {
            Self::number_between(s.drop_last(), low, high)
                + if low <= s.last() && s.last() <= high { 1int } else { 0int }
        }
    }

    pub fn count_in_range(nums: Vec<i32>, low: i32, high: i32) -> (result: usize)
        requires
            nums.len() <= 100_000,
            low <= high,
        ensures
            result == Self::number_between(nums@, low, high),
    {
    }
}

} // verus!
