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
    }
}

} // verus!
