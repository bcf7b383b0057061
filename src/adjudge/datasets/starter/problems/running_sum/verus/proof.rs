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
        let n = nums.len();
        let mut result: Vec<i64> = Vec::new();
        let mut total: i64 = 0;
        let mut i: usize = 0;
        while i < n
            invariant
                n == nums.len(),
                n <= 100_000,
                i <= n,
                forall|k: int| 0 <= k < nums.len() ==>
                    -1_000_000_000 <= #[trigger] nums[k] <= 1_000_000_000,
                result.len() == i,
                total as int == Self::sum_of_first(nums@, i as int),
                -((i as int) * 1_000_000_000) <= total as int,
                total as int <= (i as int) * 1_000_000_000,
                forall|k: int| 0 <= k < i ==>
                    #[trigger] result[k] == Self::sum_of_first(nums@, k + 1),
            decreases n - i,
        {
            proof {
                assert(-1_000_000_000 <= nums[i as int] <= 1_000_000_000);
                assert(Self::sum_of_first(nums@, i as int + 1)
                    == Self::sum_of_first(nums@, i as int) + nums@[i as int] as int);
            }
            total = total + nums[i] as i64;
            result.push(total);
            proof {
                assert forall|k: int| 0 <= k < i + 1 implies
                    #[trigger] result[k] == Self::sum_of_first(nums@, k + 1) by {
                    if k == i {
                        assert(result[k] == total);
                    }
                }
            }
            i += 1;
        }
        result
    }
}

} // verus!
