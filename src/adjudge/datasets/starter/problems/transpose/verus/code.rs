impl Solution {
    pub fn transpose(matrix: Vec<Vec<i32>>) -> Vec<Vec<i32>> {
        let rows = matrix.len();
        let cols = matrix[0].len();
        let mut columns: Vec<Vec<i32>> = Vec::new();
        let mut j: usize = 0;
        while j < cols {
            let mut column: Vec<i32> = Vec::new();
            let mut i: usize = 0;
            while i < rows {
                column.push(matrix[i][j]);
                i = i + 1;
            }
            columns.push(column);
            j = j + 1;
        }
        columns
    }
}
