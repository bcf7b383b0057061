use vstd::prelude::*;

fn main() {}

macro_rules! answer {
    () => {
        pub fn grid_contains(grid: Vec<Vec<i32>>, target: i32) -> bool { Self::rest(grid, target) }
    };
}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn rectangular(g: Seq<Vec<i32>>, w: int) -> bool {
        forall|i: int| 0 <= i < g.len() ==> (#[trigger] g[i]).len() == w
    }

    pub open spec fn occurs(g: Seq<Vec<i32>>, t: i32) -> bool {
        exists|i: int, j: int| 0 <= i < g.len() && 0 <= j < g[i].len() && #[trigger] g[i][j] == t
    }

    answer!();

    fn rest(grid: Vec<Vec<i32>>, target: i32) -> bool {
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
