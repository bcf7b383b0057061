use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub fn transpose(matrix: Vec<Vec<i32>>) -> (result: Vec<Vec<i32>>)
        requires
            1 <= matrix.len() <= 100,
            1 <= matrix[0].len() <= 100,
            forall|r: int| 0 <= r < matrix.len() ==> #[trigger] matrix[r].len() == matrix[0].len(),
        ensures
            result.len() == matrix[0].len(),
            forall|c: int| 0 <= c < result.len() ==> #[trigger] result[c].len() == matrix.len(),
            forall|r: int, c: int|
                0 <= r < matrix.len() && 0 <= c < matrix[0].len()
                    ==> #[trigger] result[c][r] == matrix[r][c],
    {
        let rows = matrix.len();
        let cols = matrix[0].len();
        let mut columns: Vec<Vec<i32>> = Vec::new();
        let mut j: usize = 0;
        while j < cols
            invariant
                rows == matrix.len(),
                cols == matrix[0].len(),
                forall|r: int| 0 <= r < rows ==> #[trigger] matrix[r].len() == cols,
                0 <= j <= cols,
                columns.len() == j,
                forall|c: int| 0 <= c < j ==> #[trigger] columns[c].len() == rows,
                forall|r: int, c: int|
                    0 <= r < rows && 0 <= c < j ==> #[trigger] columns[c][r] == matrix[r][c],
            decreases cols - j,
        {
            let mut column: Vec<i32> = Vec::new();
            let mut i: usize = 0;
            while i < rows
                invariant
                    rows == matrix.len(),
                    forall|r: int| 0 <= r < rows ==> #[trigger] matrix[r].len() == cols,
                    0 <= i <= rows,
                    0 <= j < cols,
                    column.len() == i,
                    forall|r: int| 0 <= r < i ==> #[trigger] column[r] == matrix[r][j as int],
                decreases rows - i,
            {
                proof {
                    assert(matrix[i as int].len() == cols);
                }
                column.push(matrix[i][j]);
                i = i + 1;
            }
            let ghost before: Seq<Vec<i32>> = columns@;
            let ghost last: Seq<i32> = column@;
            let ghost j0: int = j as int;
            proof {
                assert(last.len() == rows);
                assert forall|r: int| 0 <= r < rows implies #[trigger] last[r] == matrix[r][j0] by {
                    assert(column[r] == matrix[r][j as int]);
                }
                assert forall|c: int| 0 <= c < j0 implies #[trigger] before[c].len() == rows by {
                    assert(columns[c].len() == rows);
                }
            }
            columns.push(column);
            j = j + 1;
            proof {
                assert(columns@[j0]@ == last);
                assert forall|c: int| 0 <= c < j implies #[trigger] columns[c].len() == rows by {
                    if c < j0 {
                        assert(columns@[c] == before[c]);
                        assert(before[c].len() == rows);
                    } else {
                        assert(c == j0);
                        assert(columns@[c]@.len() == rows);
                    }
                }
                assert forall|r: int, c: int|
                    0 <= r < rows && 0 <= c < j implies #[trigger] columns[c][r] == matrix[r][c] by {
                    if c < j0 {
                        assert(columns@[c] == before[c]);
                        assert(before[c][r] == matrix[r][c]);
                    } else {
                        assert(c == j0);
                        assert(last[r] == matrix[r][j0]);
                    }
                }
            }
        }
        columns
    }
}

} // verus!
