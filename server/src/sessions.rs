//! Who is signed in, and how often somebody may try to be.

use crate::access::Holder;
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use subtle::ConstantTimeEq as _;
use uuid::Uuid;

/// A session that nobody used for so long is over.
pub(crate) const IDLE: Duration = Duration::from_hours(12);
/// A session of this age is over, used or not.
pub(crate) const LIFE: Duration = Duration::from_hours(7 * 24);
/// Sessions at the same time; the one that was used least recently gives way.
const SESSIONS: usize = 1_000;

/// Wrong keys of one address, or of all addresses together, before each next one has to wait.
const FREE: u32 = 5;
const FREE_OF_ALL: u32 = 50;
/// Longest wait of one address, and of all together: short, since it holds up those who have the key.
const LONGEST: Duration = Duration::from_mins(5);
const LONGEST_OF_ALL: Duration = Duration::from_secs(5);
/// Wrong keys are forgotten when none has come for so long.
const FORGOTTEN: Duration = Duration::from_mins(15);
/// Addresses that are remembered.
const ADDRESSES: usize = 10_000;

type Hash = [u8; 32];

fn hash(text: &str) -> Hash {
    Sha256::digest(text).into()
}

/// Whether two keys are the same, in a time that says nothing of where they differ.
pub(crate) fn same(key: &str, other: &str) -> bool {
    hash(key).ct_eq(&hash(other)).into()
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Session {
    holder: Holder,
    begun: Instant,
    used: Instant,
}

impl Session {
    fn is_over(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.used) >= IDLE
            || now.saturating_duration_since(self.begun) >= LIFE
    }
}

/// The sessions of this process. A browser has the token; what is kept is its hash, in memory, until log-out, its time or the end of the process.
#[derive(Default)]
pub(crate) struct Sessions {
    open: Mutex<HashMap<Hash, Session>>,
}

impl Sessions {
    /// Begins a session and returns its token: 244 random bits of the system's generator.
    pub(crate) fn begin(&self, holder: Holder, now: Instant) -> String {
        let token = format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple());
        let mut open = locked(&self.open);
        open.retain(|_, session| !session.is_over(now));
        if open.len() >= SESSIONS {
            let oldest = open.iter().min_by_key(|(_, session)| session.used);
            if let Some(oldest) = oldest.map(|(hash, _)| *hash) {
                open.remove(&oldest);
            }
        }
        let session = Session {
            holder,
            begun: now,
            used: now,
        };
        open.insert(hash(&token), session);
        token
    }

    /// With which key somebody signed in, where the token opens; that counts as use.
    pub(crate) fn holds(&self, token: &str, now: Instant) -> Option<Holder> {
        let mut open = locked(&self.open);
        // Found by its hash: how long that takes says nothing of a token that somebody guesses.
        let hash = hash(token);
        let session = open.get_mut(&hash)?;
        if session.is_over(now) {
            open.remove(&hash);
            return None;
        }
        session.used = now;
        Some(session.holder.clone())
    }

    /// Ends a session; nothing opens with its token any more.
    pub(crate) fn end(&self, token: &str) {
        locked(&self.open).remove(&hash(token));
    }
}

#[derive(Clone, Copy)]
struct Wrong {
    count: u32,
    last: Instant,
}

impl Wrong {
    /// What is left of the wait after these wrong keys: one second, and twice as long with each further one.
    fn wait(self, free: u32, longest: Duration, now: Instant) -> Option<Duration> {
        let over = self.count.checked_sub(free)?;
        let wait = Duration::from_secs(1 << over.min(16)).min(longest);
        let since = now.saturating_duration_since(self.last);
        (since < wait).then(|| wait.saturating_sub(since))
    }

    fn is_forgotten(self, now: Instant) -> bool {
        now.saturating_duration_since(self.last) >= FORGOTTEN
    }

    /// One more.
    fn and_one(known: Option<Self>, now: Instant) -> Self {
        let before = known.filter(|wrong| !wrong.is_forgotten(now));
        Self {
            count: before.map_or(1, |wrong| wrong.count.saturating_add(1)),
            last: now,
        }
    }
}

/// Wrong keys, by address and of all together.
#[derive(Default)]
pub(crate) struct Throttle {
    wrong: Mutex<(HashMap<IpAddr, Wrong>, Option<Wrong>)>,
}

impl Throttle {
    /// Counts a try as wrong before anybody looks at it, so that many at once are no way around; [`Throttle::right`] takes it back. An error is the time to wait.
    pub(crate) fn attempt(&self, address: IpAddr, now: Instant) -> Result<(), Duration> {
        let address = network(address);
        let mut wrong = locked(&self.wrong);
        let (by_address, all) = &mut *wrong;
        let known = by_address.get(&address).copied();
        let own = known.and_then(|wrong| wrong.wait(FREE, LONGEST, now));
        let of_all = all.and_then(|wrong| wrong.wait(FREE_OF_ALL, LONGEST_OF_ALL, now));
        if let Some(wait) = own.max(of_all) {
            return Err(wait);
        }
        if known.is_none() && by_address.len() >= ADDRESSES {
            by_address.retain(|_, wrong| !wrong.is_forgotten(now));
            let oldest = by_address.iter().min_by_key(|(_, wrong)| wrong.last);
            if let Some(oldest) = oldest.map(|(address, _)| *address)
                && by_address.len() >= ADDRESSES
            {
                by_address.remove(&oldest);
            }
        }
        by_address.insert(address, Wrong::and_one(known, now));
        *all = Some(Wrong::and_one(*all, now));
        Ok(())
    }

    /// The try was right: the address begins anew.
    pub(crate) fn right(&self, address: IpAddr) {
        let mut wrong = locked(&self.wrong);
        let (by_address, all) = &mut *wrong;
        by_address.remove(&network(address));
        if let Some(all) = all {
            all.count = all.count.saturating_sub(1);
        }
    }
}

/// What somebody holds as a whole: an address of IPv4, or the first 64 bits of one of IPv6.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) => Ipv6Addr::from_bits(six.to_bits() >> 64 << 64).into(),
        IpAddr::V4(four) => four.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_session_ends_by_time_and_by_log_out() {
        let sessions = Sessions::default();
        let start = Instant::now();
        let (one, two) = (
            sessions.begin(Holder::Server, start),
            sessions.begin(Holder::Server, start),
        );
        assert!(one != two && one.len() == 64);
        assert!(sessions.holds(&one, start + IDLE / 2).is_some());
        assert!(sessions.holds(&two, start + IDLE).is_none(), "idle");
        assert!(sessions.holds(&two, start).is_none(), "over is over");
        // Used every few hours, it lasts until its life is over.
        let mut now = start;
        while now + IDLE / 2 < start + LIFE {
            now += IDLE / 2;
            assert!(sessions.holds(&one, now).is_some());
        }
        assert!(sessions.holds(&one, start + LIFE).is_none());
        let three = sessions.begin(Holder::Server, start);
        sessions.end(&three);
        assert!(sessions.holds(&three, start).is_none());
        assert!(sessions.holds("", start).is_none());
    }

    #[test]
    fn sessions_are_bounded_and_kept_as_hashes() {
        let sessions = Sessions::default();
        let start = Instant::now();
        let first = sessions.begin(Holder::Server, start);
        for n in 0..SESSIONS {
            sessions.begin(Holder::Server, start + SECOND * (n as u32 + 1));
        }
        assert!(sessions.holds(&first, start).is_none());
        let open = locked(&sessions.open);
        assert_eq!(open.len(), SESSIONS);
        assert!(open.keys().all(|kept| *kept != first.as_bytes()[..32]));
    }

    #[test]
    fn each_wrong_key_after_the_free_ones_waits_longer() {
        let throttle = Throttle::default();
        let address: IpAddr = "192.0.2.7".parse().unwrap();
        let mut now = Instant::now();
        for _ in 0..FREE {
            assert_eq!(throttle.attempt(address, now), Ok(()));
        }
        for wait in [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300] {
            let wait = SECOND * wait;
            assert_eq!(throttle.attempt(address, now), Err(wait));
            assert_eq!(
                throttle.attempt("192.0.2.8".parse().unwrap(), now),
                Ok(()),
                "another address does not wait"
            );
            now += wait;
            assert_eq!(throttle.attempt(address, now), Ok(()));
        }
        now += FORGOTTEN;
        assert_eq!(throttle.attempt(address, now), Ok(()));
        assert_eq!(throttle.attempt(address, now), Ok(()), "it begins anew");
    }

    #[test]
    fn a_right_key_begins_anew() {
        let throttle = Throttle::default();
        let address: IpAddr = "2001:db8::1".parse().unwrap();
        let now = Instant::now();
        for _ in 0..FREE {
            throttle.attempt(address, now).unwrap();
        }
        let beside = "2001:db8::ffff:2".parse().unwrap();
        assert!(throttle.attempt(beside, now).is_err(), "the same network");
        throttle.right(address);
        assert_eq!(throttle.attempt(beside, now), Ok(()));
    }

    #[test]
    fn all_addresses_together_wait_a_little_and_are_bounded() {
        let throttle = Throttle::default();
        let now = Instant::now();
        let address = |n: u32| IpAddr::from(std::net::Ipv4Addr::from_bits(0x0a00_0000 + n));
        for n in 0..FREE_OF_ALL {
            assert_eq!(throttle.attempt(address(n), now), Ok(()));
        }
        assert_eq!(throttle.attempt(address(1_000), now), Err(SECOND));
        let mut now = now;
        for n in 0..ADDRESSES as u32 + 10 {
            now += LONGEST_OF_ALL;
            assert_eq!(throttle.attempt(address(2_000 + n), now), Ok(()));
        }
        assert!(locked(&throttle.wrong).0.len() <= ADDRESSES);
    }

    #[test]
    fn keys_are_compared_whole() {
        assert!(same("a key", "a key"));
        for other in ["", "a ke", "a keys", "b key"] {
            assert!(!same("a key", other));
        }
    }
}
