use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn sum_of_digits(n: nat) -> nat
        decreases n,
    {
        if n == 0 {
            0
        } else {
            n % 10 + Self::sum_of_digits(n / 10)
        }
    }

    pub open spec fn pow10(k: nat) -> nat
        decreases k,
    {
        if k == 0 {
            1
        } else {
            10 * Self::pow10((k - 1) as nat)
        }
    }

    /// A number of at most k digits has a digit sum of at most 9 * k.
    proof fn lemma_bound(m: nat, k: nat)
        requires
            m < Self::pow10(k),
        ensures
            Self::sum_of_digits(m) <= 9 * k,
        decreases k,
    {
        if m == 0 {
            assert(Self::sum_of_digits(m) == 0);
        } else if k == 0 {
            assert(Self::pow10(k) == 1);
            assert(false);
        } else {
            assert(Self::pow10(k) == 10 * Self::pow10((k - 1) as nat));
            assert(m / 10 < Self::pow10((k - 1) as nat));
            Self::lemma_bound(m / 10, (k - 1) as nat);
            assert(Self::sum_of_digits(m) == m % 10 + Self::sum_of_digits(m / 10));
        }
    }

    /// A u64 has at most 20 digits.
    proof fn lemma_u64(n: u64)
        ensures
            Self::sum_of_digits(n as nat) <= 180,
    {
        assert(Self::pow10(18) == 1_000_000_000_000_000_000) by (compute);
        assert(Self::pow10(19) == 10 * Self::pow10(18));
        assert(Self::pow10(20) == 10 * Self::pow10(19));
        assert((n as nat) < Self::pow10(20));
        Self::lemma_bound(n as nat, 20);
    }

    pub fn digit_sum(n: u64) -> (result: u32)
        ensures
            result as int == Self::sum_of_digits(n as nat) as int,
    {
        let mut rest: u64 = n;
        let mut total: u32 = 0;
        proof {
            Self::lemma_u64(n);
        }
        while rest > 0
            invariant
                total as int + Self::sum_of_digits(rest as nat) as int == Self::sum_of_digits(n as nat) as int,
                Self::sum_of_digits(n as nat) <= 180,
            decreases rest,
        {
            proof {
                let m = rest as nat;
                assert(m > 0);
                assert(Self::sum_of_digits(m) == m % 10 + Self::sum_of_digits(m / 10));
                assert((rest % 10) as int == (m % 10) as int);
                assert((rest % 10) < 10);
                assert(((rest % 10) as u32) as int == (m % 10) as int);
                assert((rest / 10) as nat == m / 10);
            }
            total = total + (rest % 10) as u32;
            rest = rest / 10;
        }
        proof {
            assert(rest == 0);
            assert(Self::sum_of_digits(0) == 0);
        }
        total
    }
}

} // verus!
