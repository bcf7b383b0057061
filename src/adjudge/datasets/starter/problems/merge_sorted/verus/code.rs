impl Solution {
    pub fn merge_sorted(left: Vec<i32>, right: Vec<i32>) -> Vec<i32> {
        let mut result: Vec<i32> = Vec::new();
        let mut i: usize = 0;
        let mut j: usize = 0;
        while i < left.len() || j < right.len() {
            if j >= right.len() || (i < left.len() && left[i] <= right[j]) {
                result.push(left[i]);
                i += 1;
            } else {
                result.push(right[j]);
                j += 1;
            }
        }
        result
    }
}
