impl Solution {
    pub fn running_sum(nums: Vec<i32>) -> Vec<i64> {
        let n = nums.len();
        let mut result: Vec<i64> = Vec::new();
        let mut total: i64 = 0;
        let mut i: usize = 0;
        while i < n {
            total = total + nums[i] as i64;
            result.push(total);
            i += 1;
        }
        result
    }
}
