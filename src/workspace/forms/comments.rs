//! Lines of code told from comments and texts of several lines.

use super::Language;

impl Language {
    /// The lines that are no comments: number, line, and the text from the line on.
    pub(in crate::workspace) fn code_lines(
        self,
        text: &str,
    ) -> impl Iterator<Item = (usize, &str, &str)> {
        let mut inside = None;
        let mut at = 0;
        text.split_inclusive('\n').enumerate().filter_map(move |(index, line)| {
            let rest = &text[at..];
            at += line.len();
            let was_inside = inside.is_some();
            inside = self.inside_after(line, inside);
            let is_code = !was_inside && !self.is_comment(line.trim_start());
            is_code.then_some((index + 1, line.trim_end(), rest))
        })
    }

    /// The sign that ends the comment or text of several lines that the next line is in.
    fn inside_after(self, line: &str, inside: Option<&'static str>) -> Option<&'static str> {
        match (self, inside) {
            (Self::Python, _) => triple_quotes_after(line, inside),
            (Self::Shell, _) => None,
            (_, Some(end)) => (!line.contains(end)).then_some(end),
            // Elsewhere in a line it is more often part of a glob.
            (_, None) => {
                let comment = line.trim_start().strip_prefix("/*")?;
                (!comment.contains("*/")).then_some("*/")
            }
        }
    }

    fn is_comment(self, line: &str) -> bool {
        // A private method of JavaScript begins with `#`, and so does an attribute of Rust.
        let hash = self != Self::Script && line.starts_with('#') && !line.starts_with("#[");
        hash || line.starts_with("//") || line.starts_with("--")
    }
}

fn triple_quotes_after(line: &str, inside: Option<&'static str>) -> Option<&'static str> {
    let (mut rest, mut inside) = (line, inside);
    if inside.is_none() && line.trim_start().starts_with('#') {
        return None;
    }
    loop {
        let next = match inside {
            Some(end) => rest.find(end).map(|at| (at, end)),
            None => ["\"\"\"", "'''"].iter().filter_map(|q| Some((rest.find(q)?, *q))).min(),
        };
        let Some((at, quotes)) = next else { return inside };
        inside = if inside.is_some() { None } else { Some(quotes) };
        rest = &rest[at + quotes.len()..];
    }
}
