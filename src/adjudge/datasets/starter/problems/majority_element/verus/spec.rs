use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
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

    pub fn majority_element(nums: Vec<i32>) -> (result: Option<i32>)
        requires
            nums.len() <= 1000,
        ensures
            result is Some ==>
                2 * Self::occurrences(nums@, result->Some_0) > nums.len(),
            result is None ==>
                forall|v: i32| 2 * (#[trigger] Self::occurrences(nums@, v)) <= nums.len(),
    {
    }
}

} // verus!
