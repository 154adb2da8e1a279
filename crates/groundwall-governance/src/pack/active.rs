//! The packs that are loaded, and those that are on for a request.

use super::error::PackError;
use super::model::Pack;
use super::scan::{Scanner, TooMuch};
use groundwall_core::{PackIdentity, RuleOff};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The packs that are part of the program.
pub const BUNDLED: [(&str, &str); 6] = [
    (
        "core.toml",
        include_str!("../../../../data/packs/core.toml"),
    ),
    (
        "student-records.toml",
        include_str!("../../../../data/packs/student-records.toml"),
    ),
    (
        "bank-statements.toml",
        include_str!("../../../../data/packs/bank-statements.toml"),
    ),
    (
        "real-estate.toml",
        include_str!("../../../../data/packs/real-estate.toml"),
    ),
    (
        "finance-kr.toml",
        include_str!("../../../../data/packs/finance-kr.toml"),
    ),
    (
        "web-citations.toml",
        include_str!("../../../../data/packs/web-citations.toml"),
    ),
];

/// The pack that is always on.
pub const ALWAYS: &str = "core";

/// Choices of packs that are kept ready.
const KEPT: usize = 16;

/// Why packs cannot be used.
#[derive(Debug)]
pub enum PacksError {
    Wrong(PackError),
    /// Two files with one name: where the second says it.
    Twice(PackError),
    /// No pack has this name; those that there are.
    Unknown(String, Vec<String>),
    /// A pack has no rule of this name; those that it has.
    UnknownRule(String, String, Vec<String>),
    TooMuch(TooMuch),
}

impl fmt::Display for PacksError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong(error) | Self::Twice(error) => error.fmt(f),
            Self::Unknown(name, known) => write!(
                f,
                "there is no rule pack named `{name}`; there are {}",
                known.join(", ")
            ),
            Self::UnknownRule(pack, rule, known) => write!(
                f,
                "the rule pack `{pack}` has no rule `{rule}` to switch off; it has {}",
                known.join(", ")
            ),
            Self::TooMuch(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PacksError {}

impl From<PackError> for PacksError {
    fn from(error: PackError) -> Self {
        Self::Wrong(error)
    }
}

/// A choice of packs by name, and what it came to.
type Choice = (Vec<String>, Arc<Active>);

/// All packs that are loaded. Others can take their place while texts are read.
#[derive(Debug)]
pub struct Packs {
    loaded: Mutex<Loaded>,
}

#[derive(Debug, Default)]
struct Loaded {
    all: Vec<Arc<Pack>>,
    ready: Vec<Choice>,
    /// Why the newest files did not take the place of these packs.
    wrong: Option<String>,
}

impl Packs {
    /// These packs and no others.
    ///
    /// # Errors
    /// Fails when two packs have the same name.
    pub fn of(packs: Vec<Pack>) -> Result<Self, PacksError> {
        let mut all: Vec<Arc<Pack>> = Vec::new();
        for pack in packs {
            let name = &pack.identity.name;
            if let Some(before) = all.iter().find(|other| other.identity.name == *name) {
                return Err(PacksError::Twice(pack.named_as(before)));
            }
            all.push(Arc::new(pack));
        }
        Ok(Self {
            loaded: Mutex::new(Loaded {
                all,
                ..Loaded::default()
            }),
        })
    }

    fn loaded(&self) -> MutexGuard<'_, Loaded> {
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts other packs in the place of these, where those of these names are among them and go together. Texts that are being read are read to their end by the packs of before.
    ///
    /// # Errors
    /// Fails, and leaves everything as it is, when there is no pack of one of these names, or when they do not go together.
    pub fn replace(&self, other: Self, names: &[String]) -> Result<(), PacksError> {
        other.active(names)?;
        let other = other.loaded.into_inner();
        *self.loaded() = other.unwrap_or_else(PoisonError::into_inner);
        Ok(())
    }

    /// Says why the newest files did not take the place of these packs, until some do.
    pub fn stay(&self, wrong: String) {
        self.loaded().wrong = Some(wrong);
    }

    /// Why the newest files did not take the place of these packs.
    pub fn wrong(&self) -> Option<String> {
        self.loaded().wrong.clone()
    }

    /// The packs of the program.
    ///
    /// # Errors
    /// Fails when a pack of the program cannot be read or two have the same name; a test sees to it that it does not.
    pub fn bundled() -> Result<Self, PacksError> {
        Self::of(bundled()?)
    }

    /// All of them, in the order in which they were read.
    pub fn all(&self) -> Vec<Arc<Pack>> {
        self.loaded().all.clone()
    }

    /// The pack of a name.
    ///
    /// # Errors
    /// Fails when there is no pack of this name.
    pub fn find(&self, name: &str) -> Result<Arc<Pack>, PacksError> {
        self.loaded().find(name)
    }

    /// The packs of these names, and the one that is always on, ready for texts. `-finance-kr/CG-001` among them switches a rule of a pack off. A choice is built once.
    ///
    /// # Errors
    /// Fails when there is no pack or rule of one of these names, or when the packs hold more words or expressions than one pass can look for.
    pub fn active(&self, names: &[String]) -> Result<Arc<Active>, PacksError> {
        self.loaded().active(names)
    }
}

impl Loaded {
    fn find(&self, name: &str) -> Result<Arc<Pack>, PacksError> {
        let mut all = self.all.iter();
        let found = all.find(|pack| pack.identity.name == name);
        found.map(Arc::clone).ok_or_else(|| {
            let known = self.all.iter().map(|pack| pack.identity.name.clone());
            PacksError::Unknown(name.to_owned(), known.collect())
        })
    }

    fn active(&mut self, names: &[String]) -> Result<Arc<Active>, PacksError> {
        let mut chosen: Vec<String> = names.to_vec();
        let has_first = self.all.iter().any(|pack| pack.identity.name == ALWAYS);
        if has_first && !chosen.iter().any(|name| name == ALWAYS) {
            chosen.insert(0, ALWAYS.to_owned());
        }
        let mut seen = std::collections::HashSet::new();
        chosen.retain(|name| seen.insert(name.clone()));
        if let Some((_, active)) = self.ready.iter().find(|(names, _)| *names == chosen) {
            return Ok(Arc::clone(active));
        }
        let off: Vec<RuleOff> = chosen
            .iter()
            .filter_map(|entry| RuleOff::of(entry))
            .collect();
        for RuleOff { pack, rule } in &off {
            let known = self.find(pack)?.switched();
            if !known.contains(rule) {
                return Err(PacksError::UnknownRule(pack.clone(), rule.clone(), known));
            }
        }
        let packs = chosen
            .iter()
            .filter(|entry| RuleOff::of(entry).is_none())
            .map(|name| self.find(name))
            .collect::<Result<Vec<_>, _>>()?;
        let active = Active::of(packs).map_err(PacksError::TooMuch)?;
        let active = Arc::new(Active { off, ..active });
        if self.ready.len() >= KEPT {
            self.ready.remove(0);
        }
        self.ready.push((chosen, Arc::clone(&active)));
        Ok(active)
    }
}

/// The packs that are part of the program, read.
///
/// # Errors
/// Fails when a pack of the program cannot be read; a test sees to it that all can.
pub fn bundled() -> Result<Vec<Pack>, PackError> {
    BUNDLED
        .iter()
        .map(|(file, text)| Pack::parse(file, text))
        .collect()
}

/// Packs that are on together.
#[derive(Debug)]
pub struct Active {
    pub(super) packs: Vec<Arc<Pack>>,
    pub(super) scanner: Scanner,
    off: Vec<RuleOff>,
}

impl Active {
    /// These packs together.
    ///
    /// # Errors
    /// Fails when the packs hold more words or expressions than one pass can look for.
    pub fn of(packs: Vec<Arc<Pack>>) -> Result<Self, TooMuch> {
        Ok(Self {
            scanner: Scanner::new(&packs)?,
            packs,
            off: Vec::new(),
        })
    }

    /// Whether a rule of a pack is switched off.
    pub fn is_off(&self, pack: &str, rule: &str) -> bool {
        let mut off = self.off.iter();
        off.any(|off| off.pack == pack && off.rule == rule)
    }

    /// The packs.
    pub fn packs(&self) -> &[Arc<Pack>] {
        &self.packs
    }

    /// What goes into a report.
    pub fn identities(&self) -> Vec<PackIdentity> {
        self.packs
            .iter()
            .map(|pack| pack.identity.clone())
            .collect()
    }
}
