//! The conversation with the host.

use crate::num::{n, Num, ALL, MOST};
use crate::rt::{Rt, Stop, STACK};
use crate::truth::{Truth, F, T};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, Write as _};
use std::os::unix::io::FromRawFd;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};

/// A cursor over one request; the host is trusted to write it well.
pub struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    beyond: bool,
}

impl<'a> Reader<'a> {
    fn peek(&mut self) -> u8 {
        while matches!(self.text[self.at], b' ' | b',') {
            self.at += 1;
        }
        self.text[self.at]
    }

    fn take(&mut self, mark: u8) -> bool {
        let there = self.peek() == mark;
        self.at += there as usize;
        there
    }

    pub fn open(&mut self) {
        assert!(self.take(b'['));
    }

    pub fn close(&mut self) -> bool {
        self.take(b']')
    }

    pub(crate) fn word(&mut self, word: &str) -> bool {
        self.peek();
        let there = self.text[self.at..].starts_with(word.as_bytes());
        self.at += if there { word.len() } else { 0 };
        there
    }

    pub(crate) fn number(&mut self) -> Num {
        if self.word("null") {
            return ALL;
        }
        let negative = self.take(b'-');
        let (start, mut value) = (self.at, Some(0i128));
        while self.text[self.at].is_ascii_digit() {
            let digit = (self.text[self.at] - b'0') as i128;
            value = value.and_then(|v| v.checked_mul(10)).and_then(|v| v.checked_add(digit));
            self.at += 1;
        }
        assert!(self.at > start, "a number");
        match value {
            Some(v) if v != MOST => n(if negative { -v } else { v }),
            _ => {
                self.beyond = true;
                n(0)
            }
        }
    }
}

/// A generated program.
pub trait Spec: Sized + 'static {
    /// The values of one case.
    type Case: 'static;
    const CLAUSES: &'static [fn(&Self, &Self::Case) -> Truth];
    fn new(r: Rt) -> Self;
    fn rt(&self) -> &Rt;
    fn read(&self, reader: &mut Reader<'_>) -> Self::Case;
    /// Empties the memo tables.
    fn forget(&self);
}

/// Answers requests until the input ends.
pub fn serve<S: Spec>() {
    for stack in [STACK, STACK / 8] {
        let thread = std::thread::Builder::new().stack_size(stack);
        if let Ok(running) = thread.spawn(move || converse::<S>(stack)) {
            std::process::exit(running.join().map_or(101, |()| 0));
        }
    }
    std::process::exit(102);
}

fn converse<S: Spec>(stack: usize) {
    let spec = S::new(Rt::new(stack));
    each_line(&mut |line| {
        let mut reader = Reader { text: line, at: 0, beyond: false };
        let mut out = String::from("+[");
        reader.open();
        let steps = reader.number().lo as i64;
        while !reader.close() {
            let mark = if out.len() > 2 { "," } else { "" };
            out.push_str(mark);
            reader.beyond = false;
            let case = spec.read(&mut reader);
            if reader.beyond {
                out.push_str("null");
            } else {
                let evaluate = |clause: usize| S::CLAUSES[clause](&spec, &case);
                answer(spec.rt(), S::CLAUSES.len(), &evaluate, steps, &mut out);
            }
            spec.forget();
            spec.rt().forget();
        }
        out.push_str("]\n");
        out
    });
}

fn each_line(reply: &mut dyn FnMut(&[u8]) -> String) {
    let mut sink = unsafe { File::from_raw_fd(3) };
    let mut source = std::io::stdin().lock();
    let mut line = Vec::new();
    while source.read_until(b'\n', &mut line).map_or(false, |size| size > 0) {
        if sink.write_all(reply(&line).as_bytes()).is_err() {
            return;
        }
        line.clear();
    }
}

/// Evaluates the clauses on one case.
fn answer(r: &Rt, clauses: usize, evaluate: &dyn Fn(usize) -> Truth, steps: i64, out: &mut String) {
    out.push('[');
    for clause in 0..clauses {
        r.steps.set(steps);
        r.depth.set(0);
        let code = match catch_unwind(AssertUnwindSafe(|| evaluate(clause))) {
            Ok(F) => 'F',
            Ok(T) => 'T',
            Ok(_) => 'U',
            Err(why) => match why.downcast_ref() {
                Some(Stop::Steps) => 'S',
                Some(Stop::Overflow) => 'O',
                Some(Stop::Deep) => 'D',
                Some(Stop::Memory) => 'M',
                None => resume_unwind(why),
            },
        };
        let mark = if clause > 0 { "," } else { "" };
        let _ = write!(out, "{}[\"{}\",{}", mark, code, steps - r.steps.get());
        for (binder, values) in r.witness.borrow_mut().drain(..) {
            let _ = write!(out, ",[{},{}]", binder, values);
        }
        out.push(']');
    }
    out.push(']');
}
