impl Solution {
    pub fn peak_index(nums: Vec<i32>) -> usize {
        let n = nums.len();
        let mut low: usize = 0;
        let mut high: usize = n - 1;
        while low < high {
            let mid = low + (high - low) / 2;
            if nums[mid] < nums[mid + 1] {
                low = mid + 1;
            } else {
                high = mid;
            }
        }
        low
    }
}
