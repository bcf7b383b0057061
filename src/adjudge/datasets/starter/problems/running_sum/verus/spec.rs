use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    /// The sum of the first `k` elements of `s`.
    pub open spec fn sum_of_first(s: Seq<i32>, k: int) -> int
        decreases k,
    {
        if k <= 0 {
            0
        } else {
            Self::sum_of_first(s, k - 1) + s[k - 1] as int
        }
    }

    pub fn running_sum(nums: Vec<i32>) -> (result: Vec<i64>)
        requires
            nums.len() <= 100_000,
            forall|i: int| 0 <= i < nums.len() ==>
                -1_000_000_000 <= #[trigger] nums[i] <= 1_000_000_000,
        ensures
            result.len() == nums.len(),
            forall|i: int| 0 <= i < result.len() ==>
                #[trigger] result[i] == Self::sum_of_first(nums@, i + 1),
    {
    }
}

} // verus!
