impl Solution {
    pub fn rotate_left(nums: Vec<i32>, k: usize) -> Vec<i32> {
        let n = nums.len();
        let mut result: Vec<i32> = Vec::new();
        let mut i: usize = 0;
        while i < n {
            let from = (i + k) % n;
            result.push(nums[from]);
            i += 1;
        }
        result
    }
}
