use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    /// The last move onto step n comes from step n - 1 or from step n - 2.
    pub open spec fn ways(n: nat) -> nat
        decreases n,
    {
        if n <= 1 {
            1
        } else {
            Self::ways((n - 1) as nat) + Self::ways((n - 2) as nat)
        }
    }

    pub open spec fn two_to(k: nat) -> nat
        decreases k,
    {
        if k == 0 {
            1
        } else {
            2 * Self::two_to((k - 1) as nat)
        }
    }

    proof fn lemma_ways_below_power(k: nat)
        ensures
            Self::ways(k) <= Self::two_to(k),
        decreases k,
    {
        if k == 0 {
            assert(Self::ways(k) == 1);
            assert(Self::two_to(k) == 1);
        } else if k == 1 {
            assert(Self::ways(k) == 1);
            assert(Self::two_to(0) == 1);
            assert(Self::two_to(k) == 2 * Self::two_to(0));
        } else {
            Self::lemma_ways_below_power((k - 1) as nat);
            Self::lemma_ways_below_power((k - 2) as nat);
            assert(Self::ways(k) == Self::ways((k - 1) as nat) + Self::ways((k - 2) as nat));
            assert(Self::two_to(k) == 2 * Self::two_to((k - 1) as nat));
            assert(Self::two_to((k - 1) as nat) == 2 * Self::two_to((k - 2) as nat));
        }
    }

    proof fn lemma_power_grows(k: nat)
        requires
            k <= 60,
        ensures
            Self::two_to(k) <= Self::two_to(60),
        decreases 60 - k,
    {
        if k < 60 {
            Self::lemma_power_grows((k + 1) as nat);
            assert(Self::two_to((k + 1) as nat) == 2 * Self::two_to(k));
        }
    }

    proof fn lemma_fits(k: nat)
        requires
            k <= 60,
        ensures
            Self::ways(k) <= 1_152_921_504_606_846_976,
    {
        Self::lemma_ways_below_power(k);
        Self::lemma_power_grows(k);
        assert(Self::two_to(60) == 1_152_921_504_606_846_976) by (compute);
    }

    pub fn climb_stairs(n: u32) -> (result: u64)
        requires
            n <= 60,
        ensures
            result as int == Self::ways(n as nat) as int,
    {
        let mut before: u64 = 1;
        let mut here: u64 = 1;
        let mut i: u32 = 1;
        proof {
            assert(Self::ways(0) == 1);
            assert(Self::ways(1) == 1);
        }
        while i < n
            invariant
                n <= 60,
                1 <= i,
                n >= 1 ==> i <= n,
                n == 0 ==> i == 1,
                before as int == Self::ways((i - 1) as nat) as int,
                here as int == Self::ways(i as nat) as int,
            decreases n - i,
        {
            proof {
                let k: nat = i as nat;
                assert(1 <= k && k + 1 <= 60);
                Self::lemma_fits((k + 1) as nat);
                assert((k + 1 - 1) as nat == k);
                assert((k + 1 - 2) as nat == (i - 1) as nat);
                assert(Self::ways((k + 1) as nat) == Self::ways(k) + Self::ways((i - 1) as nat));
                assert((i + 1) as nat == (k + 1) as nat);
                assert((i + 1 - 1) as nat == k);
            }
            let next: u64 = before + here;
            before = here;
            here = next;
            i = i + 1;
        }
        proof {
            if n == 0 {
                assert(Self::ways(0) == 1);
                assert(Self::ways(1) == 1);
            } else {
                assert(i == n);
            }
        }
        here
    }
}

} // verus!
