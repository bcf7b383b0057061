use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

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
        hide(Solution::sorted);
        let mut lo: usize = 0;
        let mut hi: usize = nums.len();
        while lo < hi
            invariant
                lo <= hi <= nums.len(),
                Self::sorted(nums@),
                forall|i: int| 0 <= i < lo ==> nums[i] < target,
                forall|i: int| hi <= i < nums.len() ==> nums[i] >= target,
            decreases hi - lo,
        {
            let mid = lo + (hi - lo) / 2;
            reveal(Solution::sorted);
            if nums[mid] < target {
                assert forall|i: int| 0 <= i < mid + 1 implies nums[i] < target by {
                    if i < mid {
                        assert(nums@[i] <= nums@[mid as int]);
                    }
                }
                lo = mid + 1;
            } else {
                assert forall|i: int| mid <= i < nums.len() implies nums[i] >= target by {
                    if mid < i {
                        assert(nums@[mid as int] <= nums@[i]);
                    }
                }
                hi = mid;
            }
        }
        lo
    }
}

} // verus!
