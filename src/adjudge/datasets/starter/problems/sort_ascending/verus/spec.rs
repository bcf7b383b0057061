use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn is_sorted(s: Seq<i32>) -> bool {
        forall|i: int, j: int| 0 <= i < j < s.len() ==> s[i] <= s[j]
    }

    /// How many times `v` occurs in `s`.
    pub open spec fn occurrences(s: Seq<i32>, v: i32) -> int
        decreases s.len(),
    {
        if s.len() == 0 {
            0
        } else {
            Self::occurrences(s.drop_last(), v) + if s.last() == v { 1int } else { 0int }
        }
    }

    pub fn sort_ascending(nums: Vec<i32>) -> (result: Vec<i32>)
        requires
            nums.len() <= 1000,
        ensures
            Self::is_sorted(result@),
            result.len() == nums.len(),
            forall|v: i32| #[trigger] Self::occurrences(result@, v)
                == Self::occurrences(nums@, v),
    {
    }
}

} // verus!
