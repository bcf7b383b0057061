//! Between a program's `main` and its target: notes every call, or answers it from outside.
//!
//! Standard input begins with what the host asks: a head of fixed length, `NONCE MODE LENGTH` and a
//! line break (mode `c`: compute, `r`: replay), then LENGTH bytes of values to return, one JSON text
//! a line. What follows is the program's own. When the process exits, a report goes behind
//! whatever the program has printed: one line a call, `[[argument, ..], value]`, then perhaps the
//! reason why it was stopped as a JSON string, and at last `NONCE LENGTH` of fixed length: read
//! from its end, no output can be taken for a report. Values arrive here as JSON text already.
//! No dependencies, and nothing newer than Rust 1.63, which Debian 12 ships.

use std::fs::File;
use std::io::{Read, Write};
use std::mem::ManuallyDrop;
use std::os::unix::io::FromRawFd;
use std::sync::{Mutex, MutexGuard};
use std::thread::{self, ThreadId};

extern "C" {
    fn atexit(callback: extern "C" fn()) -> i32;
}

const NONCE: usize = 32;
const HEAD: usize = NONCE + 24;

struct Session {
    nonce: String,
    values: Option<std::vec::IntoIter<String>>,
    report: String,
    open: Option<(ThreadId, String)>,
    stopped: bool,
}

static SESSION: Mutex<Option<Session>> = Mutex::new(None);

/// Takes the host's part off standard input; `main` calls it before anything else.
pub fn begin() {
    // Unbuffered: not a byte more may be taken than is ours.
    let mut stdin = ManuallyDrop::new(unsafe { File::from_raw_fd(0) });
    let head = take(&mut stdin, HEAD);
    let length = head[NONCE + 3..HEAD - 1].parse().expect("a length");
    let values = take(&mut stdin, length);
    let session = Session {
        nonce: head[..NONCE].to_string(),
        values: match &head[NONCE + 1..NONCE + 2] {
            "r" => Some(values.lines().map(String::from).collect::<Vec<_>>().into_iter()),
            _ => None,
        },
        report: String::new(),
        open: None,
        stopped: false,
    };
    *SESSION.lock().unwrap() = Some(session);
    // C's handlers run after Rust has flushed standard output, on every way to exit.
    unsafe { atexit(report) };
}

fn take(stdin: &mut File, count: usize) -> String {
    let mut bytes = vec![0; count];
    stdin.read_exact(&mut bytes).expect("the host's part of standard input");
    String::from_utf8(bytes).expect("UTF-8")
}

/// Whether the target is calling itself: such calls are its own business.
pub fn nested() -> bool {
    let caller = match &session().as_ref().unwrap().open {
        Some((thread, _)) => *thread,
        None => return false,
    };
    if caller != thread::current().id() {
        stop("\"two threads call the target at once\"");
    }
    true
}

/// Notes a call; gives the value to return, or None if it is to be computed and told `returned`.
pub fn called(arguments: &[String]) -> Option<String> {
    let mut guard = session();
    let session = guard.as_mut().unwrap();
    let arguments = format!("[{}]", arguments.join(","));
    let next = match &mut session.values {
        Some(values) => values.next(),
        None => {
            session.open = Some((thread::current().id(), arguments));
            return None;
        }
    };
    match next {
        Some(value) => {
            session.report += &format!("[{},{}]\n", arguments, value);
            Some(value)
        }
        None => {
            drop(guard);
            stop("\"the program calls the target more often than there are values\"")
        }
    }
}

/// Notes what the call came to.
pub fn returned(value: &str) {
    let mut guard = session();
    let session = guard.as_mut().unwrap();
    let (_, arguments) = session.open.take().unwrap();
    session.report += &format!("[{},{}]\n", arguments, value);
}

/// Ends the program; `why` is a JSON string.
pub fn stop(why: &str) -> ! {
    {
        let mut guard = session();
        let session = guard.as_mut().unwrap();
        session.report += &format!("{}\n", why);
        session.stopped = true;
    }
    std::process::exit(0)
}

fn session() -> MutexGuard<'static, Option<Session>> {
    SESSION.lock().unwrap()
}

extern "C" fn report() {
    let mut session = session().take().unwrap();
    if session.open.is_some() && !session.stopped {
        session.report += "\"the target was called and did not return\"\n";
    }
    session.report += &format!("{} {:020}\n", session.nonce, session.report.len());
    let mut stdout = ManuallyDrop::new(unsafe { File::from_raw_fd(1) });
    let _ = stdout.write_all(session.report.as_bytes());
}
