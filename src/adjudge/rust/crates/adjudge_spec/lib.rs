//! What the generated programs that evaluate specifications share: values in three-valued logic,
//! sequences, memo tables, budgets, and the conversation with the host.
//!
//! A value may be unspecified, or a search has not fixed it yet (then it depends on a hole, see
//! `doubt`). An integer is therefore an interval, known if its ends meet; a truth value is one of
//! three; a sequence may be known in part: its first elements, and that more may follow. All
//! values are `Copy`: storage lives until the case ends, so a slice's address and length are its
//! identity. Integers beyond 128 bits never wrap: the clause stops with `Stop::Overflow`.
//!
//! One request is one line on descriptor 0, `[steps,[values of a case],..]`; its answer is one line
//! on descriptor 3, `+` and for each case `[[code,steps,[binder,value,..],..],..]`, or `null` if
//! the case holds a number that does not fit. No dependencies, and nothing newer than Rust 1.63.

mod bag;
mod cell;
mod doubt;
mod functions;
mod memo;
mod num;
mod rt;
mod search;
mod seq;
mod serve;
mod truth;
mod value;

pub use bag::Bag;
pub use cell::Shape;
pub use memo::Memo;
pub use num::{n, range, Num, ALL, LEAST, MOST};
pub use rt::{overflow, stop, Rt, Stop};
pub use search::{choose, instances, search};
pub use seq::Seq;
pub use serve::{serve, Reader, Spec};
pub use truth::{Truth, F, T, U};
pub use value::{Opaque, Value};
