impl Solution {
    pub fn first_at_least(nums: Vec<i32>, target: i32) -> usize {
        let mut low: usize = 0;
        let mut high: usize = nums.len();
        while low < high {
            let mid = low + (high - low) / 2;
            if nums[mid] < target {
                low = mid + 1;
            } else {
                high = mid;
            }
        }
        low
    }
}
