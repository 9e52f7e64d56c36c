//! The known names that an unknown one was probably meant to be.
//!
//! Owns what "near" means, so that every message that offers another name judges alike. Knows
//! nothing of what the names stand for.

/// Longer words are no slips of the pen, and comparing them would take its time.
const LONGEST: usize = 100;

/// How many names are worth offering.
const OFFERED: usize = 3;

/// The names near `typed`, the nearest first and at most three; of names equally near, the one
/// that comes first in `known`.
#[must_use]
pub fn nearest<'n>(typed: &str, known: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    if typed.is_empty() || typed.len() > LONGEST {
        return Vec::new();
    }
    let typed = typed.to_lowercase();
    let rated = known.into_iter().filter_map(|name| Some((distance(&typed, name)?, name)));
    let mut rated: Vec<_> = rated.collect();
    rated.sort_by_key(|&(distance, _)| distance);
    // Whoever is much further away than the nearest was not meant.
    let farthest = rated.first().map_or(0, |&(distance, _)| distance + 1);
    let near = rated.into_iter().take_while(|&(distance, _)| distance <= farthest);
    near.take(OFFERED).map(|(_, name)| name).collect()
}

/// How far `name` is from `typed`; `None` when nobody would take one for the other.
fn distance(typed: &str, name: &str) -> Option<usize> {
    let name = name.to_lowercase();
    let distance = strsim::damerau_levenshtein(typed, &name);
    let length = typed.chars().count().max(name.chars().count());
    let is_slip = distance <= (length / 3).max(1) && distance < length;
    // Half a name is no slip, and still says which name is meant.
    let is_part = typed.len() >= 3 && name.contains(typed);
    (is_slip || is_part).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    const NAMES: [&str; 3] = ["tools-list-and-call", "tools-call-handler", "limits"];

    #[test]
    fn a_slip_of_the_pen_finds_its_name() {
        assert_eq!(nearest("tools-list-and-cal", NAMES), ["tools-list-and-call"]);
        assert_eq!(nearest("Limist", NAMES), ["limits"]);
        assert_eq!(nearest("handler", NAMES), ["tools-call-handler"]);
        assert_eq!(nearest("tools", NAMES), ["tools-call-handler", "tools-list-and-call"]);
    }

    #[test]
    fn what_is_near_nothing_finds_nothing() {
        for typed in ["", "x", "banana", "tools-something-else-altogether", &"l".repeat(1000)] {
            assert_eq!(nearest(typed, NAMES), [""; 0], "{typed}");
        }
    }
}
