use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub fn remove_duplicates_sorted(nums: Vec<i32>) -> (result: Vec<i32>)
        requires
            nums.len() <= 100_000,
            forall|i: int, j: int| 0 <= i < j < nums.len() ==> nums[i] <= nums[j],
        ensures
            forall|i: int, j: int| 0 <= i < j < result.len() ==> result[i] < result[j],
            forall|i: int| 0 <= i < nums.len() ==> result@.contains(#[trigger] nums[i]),
            forall|i: int| 0 <= i < result.len() ==> nums@.contains(#[trigger] result[i]),
    {
    }
}

} // verus!
