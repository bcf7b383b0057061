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
    }
}

} // verus!
