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
        let mut low: usize = 0;
        let mut high: usize = nums.len();
        while low < high
            invariant
                nums.len() <= 100_000,
                forall|i: int, j: int| 0 <= i < j < nums.len() ==> nums[i] <= nums[j],
                low <= high,
                high <= nums.len(),
                forall|i: int| 0 <= i < low ==> #[trigger] nums[i] < target,
                forall|i: int| high <= i < nums.len() ==> #[trigger] nums[i] >= target,
            decreases high - low,
        {
            let mid = low + (high - low) / 2;
            assert(low <= mid < high);
            if nums[mid] < target {
                proof {
                    assert forall|i: int| 0 <= i < mid + 1 implies
                        #[trigger] nums[i] < target by {
                        if i < mid {
                            assert(nums[i] <= nums[mid as int]);
                        }
                    }
                }
                low = mid + 1;
            } else {
                proof {
                    assert forall|i: int| mid <= i < nums.len() implies
                        #[trigger] nums[i] >= target by {
                        if i > mid {
                            assert(nums[mid as int] <= nums[i]);
                        }
                    }
                }
                high = mid;
            }
        }
        low
    }
}

} // verus!
