impl Solution {
    pub fn max_row_sum(matrix: Vec<Vec<i32>>) -> i64 {
        let rows = matrix.len();
        let cols = matrix[0].len();
        let mut best: i64 = 0;
        let mut i: usize = 0;
        while i < rows {
            let mut sum: i64 = 0;
            let mut j: usize = 0;
            while j < cols {
                sum = sum + matrix[i][j] as i64;
                j = j + 1;
            }
            if i == 0 || sum > best {
                best = sum;
            }
            i = i + 1;
        }
        best
    }
}
