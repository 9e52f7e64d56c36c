//! A run and its report as headers and byte strings.
//!
//! These structs are the format: inner types may change their fields without changing it.

mod ending;
mod session;

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use self::ending::encode_isolation;
use self::ending::{WireEnding, WireIsolation, decode_ending, decode_isolation, encode_ending};
use self::session::{WireReached, WireScript};
use super::{Input, Run, RunLimits};
use crate::model::{CouldNotStart, Network, Observation, Resources, StartError, Stderr};

/// The part of a run that is numbers; behind it stand the private folder, the working directory, the
/// environment (`NAME=value`, each closed by NUL), the hidden, the writable and the disposable paths, the words of the command, the
/// case.
#[derive(Serialize, Deserialize)]
pub(super) struct RunHeader {
    hidden: usize,
    writable: usize,
    disposable: bool,
    words: usize,
    case: bool,
    script: Option<WireScript>,
    isolation: WireIsolation,
    network: bool,
    timeout_us: u64,
    output_bytes: u64,
    cpu_us: Option<u64>,
    memory_bytes: Option<u64>,
    file_bytes: Option<u64>,
    processes: Option<u64>,
    disk_bytes: Option<u64>,
}

/// A run, ready to be sent.
pub(super) struct EncodedRun<'r> {
    pub(super) header: RunHeader,
    environment: Vec<u8>,
    run: &'r Run,
    folder: &'r Path,
}

impl<'r> EncodedRun<'r> {
    pub(super) fn new(run: &'r Run, folder: &'r Path) -> Self {
        let header = RunHeader {
            hidden: run.hidden.len(),
            writable: run.writable.len(),
            disposable: run.disposable.is_some(),
            words: run.argv.len(),
            case: matches!(run.input, Input::Case(_)),
            script: match &run.input {
                Input::Session(script) => Some(WireScript::of(script)),
                Input::Nothing | Input::Case(_) => None,
            },
            isolation: encode_isolation(run.isolation),
            network: run.network == Network::Allowed,
            timeout_us: micros(run.limits.timeout),
            output_bytes: run.limits.output_bytes,
            cpu_us: run.limits.cpu.map(micros),
            memory_bytes: run.limits.memory_bytes,
            file_bytes: run.limits.file_bytes,
            processes: run.limits.processes,
            disk_bytes: run.limits.disk_bytes,
        };
        Self { header, environment: join_environment(&run.environment), run, folder }
    }

    pub(super) fn blobs(&self) -> Vec<&[u8]> {
        let mut blobs = vec![
            self.folder.as_os_str().as_bytes(),
            self.run.directory.as_os_str().as_bytes(),
            &self.environment,
        ];
        let paths = self.run.hidden.iter().chain(&self.run.writable).chain(&self.run.disposable);
        blobs.extend(paths.map(|path| path.as_os_str().as_bytes()));
        blobs.extend(self.run.argv.iter().map(|word| word.as_bytes()));
        if let Input::Case(case) = &self.run.input {
            blobs.push(case);
        }
        blobs
    }
}

/// The run that was sent, and its private folder.
pub(super) fn decode_run(header: RunHeader, blobs: Vec<Vec<u8>>) -> io::Result<(Run, PathBuf)> {
    let missing = || io::Error::other("a run without all its parts");
    let mut blobs = blobs.into_iter();
    let folder = blobs.next().ok_or_else(missing)?;
    let directory = blobs.next().ok_or_else(missing)?;
    let environment = blobs.next().ok_or_else(missing)?;
    let hidden = blobs.by_ref().take(header.hidden).map(path).collect();
    let writable = blobs.by_ref().take(header.writable).map(path).collect();
    let disposable = blobs.by_ref().take(header.disposable.into()).map(path).next();
    let argv = blobs.by_ref().take(header.words).map(OsString::from_vec).collect();
    let input = match header.script {
        Some(script) => Input::Session(script.into_script().into()),
        None if header.case => Input::Case(blobs.next().ok_or_else(missing)?.into()),
        None => Input::Nothing,
    };
    let limits = RunLimits {
        timeout: Duration::from_micros(header.timeout_us),
        output_bytes: header.output_bytes,
        cpu: header.cpu_us.map(Duration::from_micros),
        memory_bytes: header.memory_bytes,
        file_bytes: header.file_bytes,
        processes: header.processes,
        disk_bytes: header.disk_bytes,
    };
    let run = Run {
        argv,
        input,
        directory: path(directory),
        environment: split_environment(&environment),
        limits,
        isolation: decode_isolation(header.isolation),
        network: if header.network { Network::Allowed } else { Network::Denied },
        hidden,
        writable,
        disposable,
    };
    Ok((run, path(folder)))
}

fn join_environment(environment: &[(OsString, OsString)]) -> Vec<u8> {
    let mut joined = Vec::new();
    for (name, value) in environment {
        joined.extend_from_slice(name.as_bytes());
        joined.push(b'=');
        joined.extend_from_slice(value.as_bytes());
        joined.push(0);
    }
    joined
}

fn split_environment(joined: &[u8]) -> Vec<(OsString, OsString)> {
    joined.split(|byte| *byte == 0).filter_map(split_variable).collect()
}

fn split_variable(variable: &[u8]) -> Option<(OsString, OsString)> {
    let equals = variable.iter().position(|byte| *byte == b'=')?;
    let (name, value) = (&variable[..equals], &variable[equals + 1..]);
    Some((OsStr::from_bytes(name).to_owned(), OsStr::from_bytes(value).to_owned()))
}

fn path(bytes: Vec<u8>) -> PathBuf {
    OsString::from_vec(bytes).into()
}

/// What came of a run; behind an observation stand stdout and both parts of stderr.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ReportHeader {
    Observed {
        ending: WireEnding,
        elapsed_us: u64,
        cpu_us: u64,
        peak_memory_bytes: u64,
        stderr_dropped: u64,
        left_running: usize,
        not_removed: Option<String>,
        reached: Option<WireReached>,
        isolation: WireIsolation,
    },
    CouldNotStart {
        sentence: String,
        remedy: String,
    },
    Harness {
        message: String,
    },
}

/// The header for a result, and its byte strings.
pub(super) fn encode_report(
    result: &Result<Observation, StartError>,
) -> (ReportHeader, Vec<&[u8]>) {
    match result {
        Ok(seen) => (observed(seen), vec![&seen.stdout, &seen.stderr.head, &seen.stderr.tail]),
        Err(StartError::Program(CouldNotStart { sentence, remedy })) => {
            let (sentence, remedy) = (sentence.clone(), remedy.clone());
            (ReportHeader::CouldNotStart { sentence, remedy }, vec![])
        }
        Err(StartError::Harness(message)) => {
            (ReportHeader::Harness { message: message.clone() }, vec![])
        }
    }
}

fn observed(seen: &Observation) -> ReportHeader {
    ReportHeader::Observed {
        ending: encode_ending(seen.ending),
        elapsed_us: micros(seen.elapsed),
        cpu_us: micros(seen.resources.cpu),
        peak_memory_bytes: seen.resources.peak_memory_bytes,
        stderr_dropped: seen.stderr.dropped,
        left_running: seen.left_running,
        not_removed: seen.not_removed.clone(),
        reached: seen.reached.clone().map(WireReached::of),
        isolation: encode_isolation(seen.isolation),
    }
}

/// The result that was sent.
pub(super) fn decode_report(
    header: ReportHeader,
    blobs: Vec<Vec<u8>>,
) -> Result<Observation, StartError> {
    match header {
        ReportHeader::CouldNotStart { sentence, remedy } => {
            Err(StartError::Program(CouldNotStart { sentence, remedy }))
        }
        ReportHeader::Harness { message } => Err(StartError::Harness(message)),
        ReportHeader::Observed {
            ending,
            elapsed_us,
            cpu_us,
            peak_memory_bytes,
            stderr_dropped,
            left_running,
            not_removed,
            reached,
            isolation,
        } => {
            let [stdout, head, tail] = <[Vec<u8>; 3]>::try_from(blobs)
                .map_err(|_| StartError::Harness("a report without all its parts".to_owned()))?;
            Ok(Observation {
                stdout,
                reached: reached.map(WireReached::into_reached),
                stderr: Stderr { head, tail, dropped: stderr_dropped },
                ending: decode_ending(ending),
                elapsed: Duration::from_micros(elapsed_us),
                resources: Resources { cpu: Duration::from_micros(cpu_us), peak_memory_bytes },
                isolation: decode_isolation(isolation),
                left_running,
                not_removed,
            })
        }
    }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Ending, Isolation, Limit, Reached, Request};

    #[test]
    fn a_run_with_bytes_that_are_no_text_arrives_unchanged() {
        let odd = OsString::from_vec(vec![b'/', 0xff, b'=', b'\n']);
        let run = Run {
            argv: vec![odd.clone(), OsString::new(), "mode".into()],
            input: Input::Case(vec![0, 1, 2].into()),
            directory: odd.clone().into(),
            environment: vec![("EMPTY".into(), "".into()), ("ODD".into(), odd)],
            limits: RunLimits {
                timeout: Duration::from_millis(1_500),
                output_bytes: 9,
                cpu: Some(Duration::from_micros(10)),
                memory_bytes: Some(11),
                file_bytes: Some(12),
                processes: None,
                disk_bytes: Some(14),
            },
            isolation: Isolation::Standard,
            network: Network::Denied,
            hidden: vec!["/a".into(), "/b c".into()],
            writable: vec!["/d".into()],
            disposable: Some("/e".into()),
        };
        let encoded = EncodedRun::new(&run, Path::new("/private"));
        let blobs = encoded.blobs().into_iter().map(<[u8]>::to_vec).collect();
        let (decoded, folder) = decode_run(encoded.header, blobs).unwrap();
        assert_eq!((decoded, folder), (run, PathBuf::from("/private")));
    }

    #[test]
    fn every_ending_and_every_start_error_arrives_unchanged() {
        let endings = [
            Ending::Exited(-3),
            Ending::Signaled(9),
            Ending::TimedOut(Duration::from_millis(7)),
            Ending::Outstayed(Duration::from_millis(6)),
            Ending::OutputLimit(64),
            Ending::Limit(Limit::Cpu(Duration::from_millis(8))),
            Ending::Limit(Limit::Memory(9)),
            Ending::Limit(Limit::Processes(10)),
            Ending::Limit(Limit::File(11)),
            Ending::Limit(Limit::Disk(12)),
            Ending::Cancelled,
        ];
        for ending in endings {
            round_trip(Ok(observation(ending)));
        }
        let (sentence, remedy) = ("is a folder".to_owned(), "name a file".to_owned());
        round_trip(Err(StartError::Program(CouldNotStart { sentence, remedy })));
        round_trip(Err(StartError::Harness("out of luck".to_owned())));
    }

    fn round_trip(result: Result<Observation, StartError>) {
        let (header, blobs) = encode_report(&result);
        let blobs = blobs.into_iter().map(<[u8]>::to_vec).collect();
        assert_eq!(decode_report(header, blobs), result);
    }

    fn observation(ending: Ending) -> Observation {
        Observation {
            stdout: vec![1],
            reached: Some(Reached::Reply(Request { id: "1".into(), method: "m".into() })),
            stderr: Stderr { head: vec![2], tail: vec![3], dropped: 4 },
            ending,
            elapsed: Duration::from_micros(5),
            resources: Resources { cpu: Duration::from_micros(6), peak_memory_bytes: 7 },
            isolation: Isolation::Strict,
            left_running: 8,
            not_removed: Some("/private".to_owned()),
        }
    }
}
