use std::io::{self, Read};

struct Solution;

impl Solution {
    pub fn can_share(a: u64, b: u64, c: u64) -> bool {
        let total: u64 = a + b + c;
        total % 3 == 0
    }
}

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("standard input is text");
    let mut words = input.split_whitespace();
    let t: usize = words.next().expect("t").parse().expect("t is an integer");
    for _ in 0..t {
        let a: u64 = words.next().expect("a").parse().expect("a is an integer");
        let b: u64 = words.next().expect("b").parse().expect("b is an integer");
        let c: u64 = words.next().expect("c").parse().expect("c is an integer");
        if Solution::can_share(a, b, c) {
            println!("YES");
        } else {
            println!("NO");
        }
    }
}
