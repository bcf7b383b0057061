use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    /// Opening minus closing brackets among the first k characters.
    pub open spec fn height(s: Seq<char>, k: int) -> int
        decreases k,
    {
        if k <= 0 {
            0
        } else {
            Self::height(s, k - 1)
                + (if s[k - 1] == '(' { 1int } else if s[k - 1] == ')' { -1int } else { 0int })
        }
    }

    pub open spec fn balanced(s: Seq<char>) -> bool {
        &&& Self::height(s, s.len() as int) == 0
        &&& forall|k: int| 0 <= k <= s.len() ==> #[trigger] Self::height(s, k) >= 0
    }

    pub open spec fn is_max_height(s: Seq<char>, d: int) -> bool {
        &&& exists|k: int| 0 <= k <= s.len() && #[trigger] Self::height(s, k) == d
        &&& forall|k: int| 0 <= k <= s.len() ==> #[trigger] Self::height(s, k) <= d
    }

    pub fn bracket_depth(s: Vec<char>) -> (result: Option<usize>)
        requires
            s.len() <= 1_000,
            forall|i: int| 0 <= i < s.len() ==> ' ' <= #[trigger] s[i] <= '~',
        ensures
            result is Some <==> Self::balanced(s@),
            result is Some ==> Self::is_max_height(s@, result->Some_0 as int),
    {
    }
}

} // verus!
