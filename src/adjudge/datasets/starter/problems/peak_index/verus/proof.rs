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
        let n = nums.len();
        let mut low: usize = 0;
        let mut high: usize = n - 1;
        while low < high
            invariant
                n == nums.len(),
                n <= 100_000,
                low <= high,
                high < n,
                low == 0 || nums[low as int] >= nums[low as int - 1],
                high == n - 1 || nums[high as int] >= nums[high as int + 1],
            decreases high - low,
        {
            let mid = low + (high - low) / 2;
            assert(low <= mid < high);
            if nums[mid] < nums[mid + 1] {
                assert(nums[mid as int] < nums[mid as int + 1]);
                low = mid + 1;
            } else {
                assert(nums[mid as int] >= nums[mid as int + 1]);
                high = mid;
            }
        }
        low
    }
}

} // verus!
