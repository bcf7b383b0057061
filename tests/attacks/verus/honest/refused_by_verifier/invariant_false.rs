use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn sum(s: Seq<i32>, n: int) -> int
        decreases n,
    {
        if n <= 0 {
            0
        } else {
            Self::sum(s, n - 1) + s[n - 1]
        }
    }

    proof fn lemma_sum_bound(s: Seq<i32>, n: int)
        requires
            0 <= n <= s.len(),
            forall|i: int| 0 <= i < s.len() ==> -1000 <= #[trigger] s[i] <= 1000,
        ensures
            -1000 * n <= Self::sum(s, n) <= 1000 * n,
        decreases n,
    {
        if n > 0 {
            Self::lemma_sum_bound(s, n - 1);
            assert(-1000 <= s[n - 1] <= 1000);
        }
    }

    pub fn prefix_sums(nums: Vec<i32>) -> (result: Vec<i32>)
        requires
            nums.len() <= 1000,
            forall|i: int| 0 <= i < nums.len() ==> -1000 <= #[trigger] nums[i] <= 1000,
        ensures
            result.len() == nums.len(),
            forall|i: int| 0 <= i < result.len() ==> #[trigger] result[i] == Self::sum(nums@, i + 1),
    {
        let mut out: Vec<i32> = Vec::new();
        let mut acc: i32 = 0;
        let mut i: usize = 0;
        while i < nums.len()
            invariant
                i <= nums.len() <= 1000,
                false,
                forall|k: int| 0 <= k < nums.len() ==> -1000 <= #[trigger] nums[k] <= 1000,
                acc == Self::sum(nums@, i as int),
                out.len() == i,
                forall|k: int| 0 <= k < i ==> #[trigger] out[k] == Self::sum(nums@, k + 1),
            decreases nums.len() - i,
        {
            proof {
                Self::lemma_sum_bound(nums@, i as int);
                assert(-1000 <= nums[i as int] <= 1000);
                assert(Self::sum(nums@, i as int + 1) == acc + nums[i as int]);
            }
            acc = acc + nums[i];
            out.push(acc);
            i += 1;
        }
        out
    }
}

} // verus!
