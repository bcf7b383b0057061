use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub fn peak_index(nums: Vec<i32>) -> (result: usize)
        requires
            1 <= nums.len() <= 100_000,
        ensures
            result < nums.len(),
            result == 0 || nums[result as int] >= nums[result as int - 1],
            result == nums.len() - 1 || nums[result as int] >= nums[result as int + 1],
    {
    }
}

} // verus!
