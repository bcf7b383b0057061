impl Solution {
    pub fn majority_element(nums: Vec<i32>) -> Option<i32> {
        let n = nums.len();
        let mut i: usize = 0;
        while i < n {
            let candidate = nums[i];
            let mut count: usize = 0;
            let mut j: usize = 0;
            while j < n {
                if nums[j] == candidate {
                    count += 1;
                }
                j += 1;
            }
            if 2 * count > n {
                return Some(candidate);
            }
            i += 1;
        }
        None
    }
}
