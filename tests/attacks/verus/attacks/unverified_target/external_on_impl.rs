use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

#[verifier::external]
impl Solution {
    pub open spec fn sorted(s: Seq<i32>) -> bool {
        forall|i: int, j: int| 0 <= i < j < s.len() ==> s[i] <= s[j]
    }

    pub fn lower_bound(nums: Vec<i32>, target: i32) -> (result: usize)
        requires
            nums.len() <= 100000,
            Self::sorted(nums@),
        ensures
            result <= nums.len(),
            forall|i: int| 0 <= i < result ==> nums[i] < target,
            forall|i: int| result <= i < nums.len() ==> nums[i] >= target,
    {
        let mut lo: usize = 0;
        let mut hi: usize = nums.len();
        while lo < hi
        {
            let mid = lo + (hi - lo) / 2;
            if nums[mid] < target {
                lo = mid + 1;
            } else {
                hi = mid;
            }
        }
        lo
    }
}

} // verus!
