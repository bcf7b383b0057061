use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    /// nums[l] + .. + nums[r - 1]
    pub open spec fn segment_sum(nums: Seq<i32>, l: int, r: int) -> int
        decreases r - l,
    {
        if r <= l {
            0
        } else {
            Self::segment_sum(nums, l, r - 1) + nums[r - 1] as int
        }
    }

    pub fn max_subarray_sum(nums: Vec<i32>) -> (result: i64)
        requires
            1 <= nums.len() <= 1_000,
        ensures
            exists|l: int, r: int|
                0 <= l < r <= nums.len() && #[trigger] Self::segment_sum(nums@, l, r) == result,
            forall|l: int, r: int|
                0 <= l < r <= nums.len() ==> #[trigger] Self::segment_sum(nums@, l, r) <= result,
    {
    }
}

} // verus!
