use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn rectangular(g: Seq<Vec<i32>>, w: int) -> bool {
        forall|i: int| 0 <= i < g.len() ==> (#[trigger] g[i]).len() == w
    }

    pub open spec fn occurs(g: Seq<Vec<i32>>, t: i32) -> bool {
        exists|i: int, j: int| 0 <= i < g.len() && 0 <= j < g[i].len() && #[trigger] g[i][j] == t
    }

    #[verifier::opaque]
    spec fn row_clear(r: Seq<i32>, t: i32) -> bool {
        forall|b: int| 0 <= b < r.len() ==> r[b] != t
    }

    proof fn lemma_row_clear(r: Seq<i32>, t: i32)
        requires
            r.len() == 0,
        ensures
            Self::row_clear(r, t),
    {
        reveal(Solution::row_clear);
    }

    pub fn grid_contains(grid: Vec<Vec<i32>>, target: i32) -> (result: bool)
        requires
            1 <= grid.len() <= 100,
            1 <= grid[0].len() <= 100,
            Self::rectangular(grid@, grid[0].len() as int),
        ensures
            result == Self::occurs(grid@, target),
    {
        let w = grid[0].len();
        let mut i: usize = 0;
        while i < grid.len()
        {
            let mut j: usize = 0;
            while j < w
            {
                if grid[i][j] == target {
                    return true;
                }
                j += 1;
            }
            i += 1;
        }
        false
    }
}

} // verus!
