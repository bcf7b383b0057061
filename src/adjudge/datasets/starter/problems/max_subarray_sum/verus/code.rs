impl Solution {
    pub fn max_subarray_sum(nums: Vec<i32>) -> i64 {
        let mut best: i64 = nums[0] as i64;
        let mut here: i64 = nums[0] as i64;
        let mut i: usize = 1;
        while i < nums.len() {
            let x: i64 = nums[i] as i64;
            if here < 0 {
                here = x;
            } else {
                here = here + x;
            }
            if here > best {
                best = here;
            }
            i = i + 1;
        }
        best
    }
}
