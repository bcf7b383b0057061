impl Solution {
    pub fn sort_ascending(nums: Vec<i32>) -> Vec<i32> {
        let n = nums.len();
        let mut result: Vec<i32> = Vec::new();
        let mut i: usize = 0;
        while i < n {
            result.push(nums[i]);
            let mut j: usize = i;
            while j > 0 && result[j - 1] > result[j] {
                let larger = result[j - 1];
                let smaller = result[j];
                result[j - 1] = smaller;
                result[j] = larger;
                j -= 1;
            }
            i += 1;
        }
        result
    }
}
