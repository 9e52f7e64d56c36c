//! The program that the watch benchmark has started: notes the time before anything else, in a file
//! outside the watched folder. A file beside that one says what else to do.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

fn main() {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("a time");
    let words: Vec<String> = std::env::args().collect();
    let starts = Path::new(&words[1]);
    let mut file = OpenOptions::new().append(true).create(true).open(starts).expect("a file");
    // One call, so that starts at the same time do not mix.
    file.write_all(format!("{}\n", now.as_nanos()).as_bytes()).expect("a line");
    match fs::read_to_string(starts.with_file_name("conduct")).unwrap_or_default().as_str() {
        "" => {}
        "slow" => thread::sleep(Duration::from_secs(1)),
        written => fs::write(written, format!("{}\n", now.as_nanos())).expect("a written file"),
    }
    println!("{{\"answer\":42}}");
}
