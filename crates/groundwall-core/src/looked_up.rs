//! What became of a look at a web address.

/// What a web address says of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LookedUp {
    /// Something is there, whether it lets anybody in or not.
    Answers,
    /// The server answers that there is nothing, with this status.
    Fails(u16),
    /// Nobody answers: there is no such host, or none that speaks in time.
    Unreachable,
    /// It was not gone to: it is no address of the public web.
    NotAsked,
}
