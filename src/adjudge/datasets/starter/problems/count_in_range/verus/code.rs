impl Solution {
    pub fn count_in_range(nums: Vec<i32>, low: i32, high: i32) -> usize {
        let n = nums.len();
        let mut count: usize = 0;
        let mut i: usize = 0;
        while i < n {
            if low <= nums[i] && nums[i] <= high {
                count += 1;
            }
            i += 1;
        }
        count
    }
}
