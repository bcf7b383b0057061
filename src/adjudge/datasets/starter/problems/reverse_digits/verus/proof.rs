use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    /// The decimal digits of n, least significant first, without leading zeros (none at all for 0).
    pub open spec fn digits(n: nat) -> Seq<nat>
        decreases n,
    {
        if n == 0 {
            Seq::empty()
        } else {
            seq![n % 10] + Self::digits(n / 10)
        }
    }

    /// The number that is written with these digits, most significant first.
    pub open spec fn number(ds: Seq<nat>) -> nat
        decreases ds.len(),
    {
        if ds.len() == 0 {
            0
        } else {
            Self::number(ds.drop_last()) * 10 + ds.last()
        }
    }

    pub fn reverse_digits(n: u32) -> (result: u64)
        ensures
            result as int == Self::number(Self::digits(n as nat)) as int,
    {
        let mut rest: u32 = n;
        let mut reversed: u64 = 0;
        let ghost mut done: Seq<nat> = Seq::empty();
        proof {
            assert(done + Self::digits(rest as nat) =~= Self::digits(n as nat));
            assert(Self::number(done) == 0);
            assert((reversed as int + 1) * (rest as int) <= n as int) by (nonlinear_arith)
                requires
                    reversed == 0,
                    rest == n,
            ;
        }
        while rest > 0
            invariant
                done + Self::digits(rest as nat) == Self::digits(n as nat),
                reversed as int == Self::number(done) as int,
                // The digits that are done and the digits that are left together fit where n fits.
                (reversed as int + 1) * (rest as int) <= n as int,
            decreases rest,
        {
            let ghost done0 = done;
            let ghost m: nat = rest as nat;
            let ghost rest0: int = rest as int;
            let ghost reversed0: int = reversed as int;
            proof {
                assert(reversed0 + 1 <= (reversed0 + 1) * rest0) by (nonlinear_arith)
                    requires
                        reversed0 >= 0,
                        rest0 >= 1,
                ;
                assert(reversed0 + 1 <= n as int);
                assert(reversed0 <= 4_294_967_295);
                assert((rest % 10) < 10);
                assert(((rest % 10) as u64) as int == (m % 10) as int);
            }
            reversed = reversed * 10 + (rest % 10) as u64;
            rest = rest / 10;
            proof {
                let d: nat = m % 10;
                assert(rest as nat == m / 10);
                assert(reversed as int == reversed0 * 10 + d as int);
                assert(Self::digits(m) == seq![d] + Self::digits(m / 10));

                done = done0.push(d);
                assert(done.drop_last() =~= done0);
                assert(done.last() == d);
                assert(Self::number(done) == Self::number(done0) * 10 + d);
                assert(done + Self::digits(rest as nat) =~= done0 + Self::digits(m));

                let rest1: int = rest as int;
                let reversed1: int = reversed as int;
                assert(reversed1 + 1 <= 10 * (reversed0 + 1));
                assert(10 * rest1 <= rest0);
                assert((reversed1 + 1) * rest1 <= (10 * (reversed0 + 1)) * rest1) by (nonlinear_arith)
                    requires
                        reversed1 + 1 <= 10 * (reversed0 + 1),
                        rest1 >= 0,
                ;
                assert((10 * (reversed0 + 1)) * rest1 == (reversed0 + 1) * (10 * rest1)) by (nonlinear_arith);
                assert((reversed0 + 1) * (10 * rest1) <= (reversed0 + 1) * rest0) by (nonlinear_arith)
                    requires
                        10 * rest1 <= rest0,
                        reversed0 >= 0,
                ;
                assert((reversed as int + 1) * (rest as int) <= n as int);
            }
        }
        proof {
            assert(rest == 0);
            assert(Self::digits(rest as nat) =~= Seq::<nat>::empty());
            assert(done + Self::digits(rest as nat) =~= done);
            assert(done == Self::digits(n as nat));
        }
        reversed
    }
}

} // verus!
