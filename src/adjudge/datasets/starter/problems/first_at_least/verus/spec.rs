use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub fn first_at_least(nums: Vec<i32>, target: i32) -> (result: usize)
        requires
            nums.len() <= 100_000,
            forall|i: int, j: int| 0 <= i < j < nums.len() ==> nums[i] <= nums[j],
        ensures
            result <= nums.len(),
            forall|i: int| 0 <= i < result ==> #[trigger] nums[i] < target,
            forall|i: int| result <= i < nums.len() ==> #[trigger] nums[i] >= target,
    {
    }
}

} // verus!
