#![allow(long_running_const_eval)]

const SPIN: u64 = {
    let mut k = 0u64;
    while k < 1 << 34 {
        k += 1;
    }
    k
};
use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn is_max(s: Seq<i32>, m: int) -> bool {
        &&& exists|i: int| 0 <= i < s.len() && s[i] == m
        &&& forall|i: int| 0 <= i < s.len() ==> s[i] <= m
    }

    pub fn array_max(nums: Vec<i32>) -> (result: i32)
        requires
            1 <= nums.len() <= 1000,
            forall|i: int| 0 <= i < nums.len() ==> -10000 <= #[trigger] nums[i] <= 10000,
        ensures
            Self::is_max(nums@, result as int),
    {
        let mut best = nums[0];
        let mut i: usize = 1;
        while i < nums.len()
            invariant
                1 <= i <= nums.len(),
                exists|k: int| 0 <= k < i && nums[k] == best,
                forall|k: int| 0 <= k < i ==> nums[k] <= best,
            decreases nums.len() - i,
        {
            if nums[i] > best {
                best = nums[i];
                assert(nums[i as int] == best);
            }
            i += 1;
        }
        proof {
            assert(Self::is_max(nums@, best as int));
        }
        best
    }
}

} // verus!
