//! `theinference explain`: half a page about a topic, or the list of all topics.

use std::io::Write;

use super::args::ExplainArgs;
use super::exit::{Exit, Stop};
use super::output::{page, stdout, unwritten};
use crate::report::{write_topic, write_topics};
use crate::topics::{find_topic, topics};

pub(super) fn explain(args: &ExplainArgs) -> Result<Exit, Stop> {
    let mut out = stdout(&args.color);
    // Several words are one topic, as in `explain unknown tool`.
    let written = match args.topic.join(" ").as_str() {
        "" => write_topics(&mut out, &topics(), page()),
        typed => {
            let topic = find_topic(typed).map_err(|unknown| Stop::Usage(unknown.to_string()))?;
            write_topic(&mut out, &topic, page())
        }
    };
    written.and_then(|()| out.flush()).map_err(unwritten)?;
    Ok(Exit::Passed)
}
