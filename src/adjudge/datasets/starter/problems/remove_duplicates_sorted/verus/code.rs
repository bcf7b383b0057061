impl Solution {
    pub fn remove_duplicates_sorted(nums: Vec<i32>) -> Vec<i32> {
        let n = nums.len();
        let mut result: Vec<i32> = Vec::new();
        let mut i: usize = 0;
        while i < n {
            if i == 0 || nums[i - 1] != nums[i] {
                result.push(nums[i]);
            }
            i += 1;
        }
        result
    }
}
