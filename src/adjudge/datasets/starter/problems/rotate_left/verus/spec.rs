use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub fn rotate_left(nums: Vec<i32>, k: usize) -> (result: Vec<i32>)
        requires
            nums.len() <= 100_000,
            k <= 1_000_000_000,
        ensures
            result.len() == nums.len(),
            forall|i: int| 0 <= i < result.len() ==>
                #[trigger] result[i] == nums[(i + k as int) % (nums.len() as int)],
    {
    }
}

} // verus!
