use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    /// The sum of the first k numbers of a row.
    pub open spec fn prefix_sum(row: Seq<i32>, k: int) -> int
        decreases k,
    {
        if k <= 0 {
            0
        } else {
            Self::prefix_sum(row, k - 1) + row[k - 1] as int
        }
    }

    pub open spec fn row_sum(row: Seq<i32>) -> int {
        Self::prefix_sum(row, row.len() as int)
    }

    pub fn max_row_sum(matrix: Vec<Vec<i32>>) -> (result: i64)
        requires
            1 <= matrix.len() <= 100,
            1 <= matrix[0].len() <= 100,
            forall|r: int| 0 <= r < matrix.len() ==> #[trigger] matrix[r].len() == matrix[0].len(),
        ensures
            exists|r: int| 0 <= r < matrix.len() && #[trigger] Self::row_sum(matrix@[r]@) == result,
            forall|r: int| 0 <= r < matrix.len() ==> #[trigger] Self::row_sum(matrix@[r]@) <= result,
    {
        let rows = matrix.len();
        let cols = matrix[0].len();
        let mut best: i64 = 0;
        let mut i: usize = 0;
        let ghost mut at: int = 0;
        while i < rows
            invariant
                rows == matrix.len(),
                1 <= rows <= 100,
                1 <= cols <= 100,
                forall|r: int| 0 <= r < rows ==> #[trigger] matrix[r].len() == cols,
                0 <= i <= rows,
                i > 0 ==> 0 <= at < i && Self::row_sum(matrix@[at]@) == best,
                forall|r: int| 0 <= r < i ==> #[trigger] Self::row_sum(matrix@[r]@) <= best,
            decreases rows - i,
        {
            let ghost row: Seq<i32> = matrix@[i as int]@;
            let ghost best0: int = best as int;
            let ghost i0: int = i as int;
            let mut sum: i64 = 0;
            let mut j: usize = 0;
            proof {
                assert(matrix[i as int].len() == cols);
                assert(row.len() == cols);
                assert(Self::prefix_sum(row, 0) == 0);
            }
            while j < cols
                invariant
                    rows == matrix.len(),
                    0 <= i < rows,
                    1 <= cols <= 100,
                    row == matrix@[i as int]@,
                    matrix[i as int].len() == cols,
                    row.len() == cols,
                    0 <= j <= cols,
                    sum as int == Self::prefix_sum(row, j as int),
                    -2_147_483_648 * (j as int) <= sum as int,
                    sum as int <= 2_147_483_648 * (j as int),
                decreases cols - j,
            {
                proof {
                    assert(matrix[i as int][j as int] == row[j as int]);
                    assert(Self::prefix_sum(row, j as int + 1)
                        == Self::prefix_sum(row, j as int) + row[j as int] as int);
                }
                sum = sum + matrix[i][j] as i64;
                j = j + 1;
            }
            proof {
                assert(j as int == row.len());
                assert(Self::row_sum(row) == sum as int);
            }
            if i == 0 || sum > best {
                best = sum;
                proof {
                    at = i as int;
                }
            }
            i = i + 1;
            proof {
                assert forall|r: int| 0 <= r < i implies #[trigger] Self::row_sum(matrix@[r]@) <= best by {
                    if r < i0 {
                        assert(Self::row_sum(matrix@[r]@) <= best0);
                    } else {
                        assert(r == i0);
                        assert(matrix@[r]@ == row);
                    }
                }
            }
        }
        proof {
            assert(0 <= at < matrix.len() && Self::row_sum(matrix@[at]@) == best);
        }
        best
    }
}

} // verus!
