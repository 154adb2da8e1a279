//! `groundwall verify`: a gate. 0 passed, 1 below the bar, 2 wrong use, unreadable document or missing model.

use super::{Done, Printed, hook, ingest, junit, sarif, say, structured, tell, text, told};
use crate::compose;
use crate::config::Config;
use crate::lock::DataDirLock;
use crate::traces::{Traces, Work};
use anyhow::Context as _;
use clap::{ArgGroup, Args};
use groundwall_core::request::Subject;
use groundwall_core::{Action, CollectionId, Report, RuleAnswer, RuleState, Span, Verification};
use groundwall_engine::Firewall;
use groundwall_ports::FirewallService as _;
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(group(ArgGroup::new("what").args(["claims", "answer", "json", "hook"]).required(true)))]
pub(super) struct VerifyArgs {
    /// Verify against this folder or file alone, in a throwaway store; without it against the data directory.
    #[arg(long, value_name = "DIR")]
    pub(super) docs: Option<PathBuf>,
    /// Verify against the collection of this name or id in the data directory; without it against `default`.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["docs", "json"])]
    collection: Option<String>,
    /// A file with one claim per line; `-` reads standard input.
    #[arg(long, value_name = "FILE")]
    claims: Option<PathBuf>,
    /// A file with a whole answer; `-` reads standard input.
    #[arg(long, value_name = "FILE")]
    answer: Option<PathBuf>,
    /// A file with a model's list of items, as JSON; `-` reads standard input. It is held against a pack and the one document of --docs.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// The rule pack that says what the items of --json are: the name of one that the program carries, or a file that ends in .toml.
    #[arg(long, value_name = "NAME", requires = "json")]
    pack: Option<String>,
    /// How many pages the document of --json has, where it does not say that itself.
    #[arg(long, value_name = "N", requires = "json")]
    total_pages: Option<u32>,
    /// First and last page that --json is about.
    #[arg(long, value_name = "FIRST-LAST", requires = "json", value_parser = page_range)]
    page_range: Option<(u32, u32)>,
    /// Least support ratio that passes, in (0, 1]; without it 1. With --hook, without it refuted statements alone count.
    #[arg(long, value_name = "R", conflicts_with = "json")]
    pub(super) fail_under: Option<f64>,
    /// Read the event of a coding agent's stop hook from standard input, and hold what the agent said last against what its tools said (and --docs).
    #[arg(long, conflicts_with = "collection")]
    hook: bool,
}

/// `2-5`, or one page.
fn page_range(text: &str) -> Result<(u32, u32), String> {
    groundwall_governance::structured::page_range(text)
        .ok_or_else(|| "give the first and the last page, as 2-5".to_owned())
}

fn read(path: &Path) -> anyhow::Result<String> {
    if path == Path::new("-") {
        return std::io::read_to_string(std::io::stdin()).context("cannot read standard input");
    }
    std::fs::read_to_string(path)
        .with_context(|| format!("cannot read {} as UTF-8 text", path.display()))
}

/// What is verified, and where it stands in its file.
struct Read {
    subject: Subject,
    places: Places,
}

/// Where claims stand in the file that they were read from.
pub(super) struct Places {
    pub(super) file: PathBuf,
    /// The character with which each line begins, and one past the last.
    starts: Vec<usize>,
    /// The lines that hold a claim each; none for a whole answer.
    lines: Option<Vec<usize>>,
}

/// A stretch of the file: lines and columns from 1, the end behind the last character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) start: (usize, usize),
    pub(super) end: (usize, usize),
}

impl Places {
    fn new(file: &Path, text: &str, lines: Option<Vec<usize>>) -> Self {
        let mut starts = vec![0usize];
        let mut characters = 0usize;
        for c in text.chars() {
            characters = characters.saturating_add(1);
            if c == '\n' {
                starts.push(characters);
            }
        }
        starts.push(characters.saturating_add(1));
        Self {
            file: file.to_owned(),
            starts,
            lines,
        }
    }

    /// Where a claim stands, by its place in the report; columns count characters.
    pub(super) fn of(&self, place: usize, span: Span) -> Region {
        let Some(lines) = &self.lines else {
            return Region {
                start: self.at(span.start),
                end: self.at(span.end),
            };
        };
        let line = lines.get(place).copied().unwrap_or(1);
        let start = |line: usize| self.starts.get(line).copied().unwrap_or(0);
        let length = start(line).saturating_sub(start(line.saturating_sub(1)));
        Region {
            start: (line, 1),
            end: (line, length.max(1)),
        }
    }

    fn at(&self, character: usize) -> (usize, usize) {
        let line = self
            .starts
            .partition_point(|start| *start <= character)
            .max(1);
        let start = self.starts.get(line.saturating_sub(1)).copied();
        let column = character.saturating_sub(start.unwrap_or(0));
        (line, column.saturating_add(1))
    }
}

fn subject(args: &VerifyArgs) -> anyhow::Result<Read> {
    if let Some(path) = &args.answer {
        let text = read(path)?;
        return Ok(Read {
            places: Places::new(path, &text, None),
            subject: Subject::Answer(text),
        });
    }
    let path = args
        .claims
        .as_deref()
        .context("give --claims or --answer")?;
    let text = read(path)?;
    let (lines, claims) = (1usize..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| (number, line.trim().to_owned()))
        .unzip();
    Ok(Read {
        subject: Subject::Claims(claims),
        places: Places::new(path, &text, Some(lines)),
    })
}

/// Whether a rule that is broken keeps a text back, or has a person look at it.
fn stops(rule: &RuleAnswer) -> bool {
    let stops = [Action::Block, Action::Escalate];
    rule.state == RuleState::Broken && rule.actions.iter().any(|action| stops.contains(action))
}

/// Whether a report reaches the bar; nothing to check, a part that did not run, or a rule that stops the text never does.
fn passes(report: &Report, bar: f64) -> bool {
    report.degraded.is_empty()
        && !report.rules.iter().any(stops)
        && report
            .summary
            .support_ratio
            .is_some_and(|ratio| ratio >= bar)
}

pub(super) async fn run(
    config: &Config,
    args: VerifyArgs,
    format: Printed,
) -> anyhow::Result<Done> {
    if format == Printed::Html {
        format.plain()?;
    }
    let bar = args.fail_under.unwrap_or(1.0);
    anyhow::ensure!(
        bar > 0.0 && bar <= 1.0,
        "--fail-under must lie above 0 and at most at 1"
    );
    if args.hook {
        return Ok(hook::run(config, &args).await);
    }
    if let Some(json) = &args.json {
        let pack = args.pack.as_deref().context(
            "--json needs --pack: the rule pack that says what the items are, such as bank-statements, or a file of your own that ends in .toml",
        )?;
        let asked = structured::Asked {
            answer: read(json)?,
            docs: args.docs.as_deref(),
            pack,
            total_pages: args.total_pages,
            page_range: args.page_range,
        };
        return structured::run(config, asked, format.plain()?).await;
    }
    let Read { subject, places } = subject(&args)?;
    let verification = Verification::of(subject);
    verification.validate()?;
    let traces = Traces::of_command(&config.telemetry);
    let report = match &args.docs {
        Some(docs) => against_docs(config, docs, verification, &traces).await,
        None => against_stored(config, args.collection.as_deref(), verification, &traces).await,
    };
    traces.close().await;
    let report = report?;
    print_report(&report, &places, format)?;
    Ok(if passes(&report, bar) {
        Done::Passed
    } else {
        Done::Below
    })
}

/// Verifies against documents alone, in a store that is thrown away.
async fn against_docs(
    config: &Config,
    docs: &Path,
    verification: Verification,
    traces: &Traces,
) -> anyhow::Result<Report> {
    anyhow::ensure!(docs.exists(), "{} does not exist", docs.display());
    let dir = tempfile::tempdir().context("cannot create a temporary directory")?;
    let models = compose::models(config, &say).await?;
    let firewall = compose::throwaway(config, models, dir.path()).await?;
    against(&firewall, docs, config.limits.file_bytes, traces).await?;
    let verifying = firewall.verify_watched(verification, &tell);
    Ok(told(traces.of(Work::Verify, verifying)).await?)
}

/// Verifies against a collection of the data directory.
async fn against_stored(
    config: &Config,
    collection: Option<&str>,
    mut verification: Verification,
    traces: &Traces,
) -> anyhow::Result<Report> {
    let _lock = DataDirLock::take(&config.data_dir)?;
    let models = compose::models(config, &say).await?;
    let firewall = compose::firewall(config, models, &config.data_dir).await?;
    if let Some(given) = collection {
        verification.collection = ingest::named(&firewall, given).await?;
    }
    let verifying = firewall.verify_watched(verification, &tell);
    let report = told(traces.of(Work::Verify, verifying)).await;
    firewall.close().await;
    Ok(report?)
}

fn print_report(report: &Report, places: &Places, format: Printed) -> anyhow::Result<()> {
    match format {
        Printed::Json => println!("{}", serde_json::to_string_pretty(report)?),
        Printed::Text | Printed::Html => print!("{}", text::verification(report)),
        Printed::Junit => print!("{}", junit::document(report, places)),
        Printed::Sarif => println!(
            "{}",
            serde_json::to_string_pretty(&sarif::document(report, places))?
        ),
    }
    Ok(())
}

pub(super) async fn against(
    firewall: &Firewall,
    docs: &Path,
    file_bytes: u64,
    traces: &Traces,
) -> anyhow::Result<()> {
    let outcomes = ingest::take(
        firewall,
        &CollectionId::default(),
        &[docs.to_owned()],
        file_bytes,
        traces,
    )
    .await?;
    let unread: Vec<&str> = outcomes
        .iter()
        .filter(|(_, result)| result.is_err())
        .map(|(name, _)| name.as_str())
        .collect();
    anyhow::ensure!(
        unread.is_empty(),
        "cannot verify: unreadable documents: {}",
        unread.join(", ")
    );
    anyhow::ensure!(
        !outcomes.is_empty(),
        "there is no document in {}",
        docs.display()
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Places, Span};
    use std::path::Path;

    #[test]
    fn places_are_lines_and_columns_in_characters() {
        let text = "Zürich.\n\nIt is red. It is blue.";
        let places = Places::new(Path::new("a.txt"), text, None);
        let of = |start, end| {
            let region = places.of(0, Span { start, end });
            (region.start, region.end)
        };
        assert_eq!(of(0, 7), ((1, 1), (1, 8)));
        assert_eq!(of(9, 19), ((3, 1), (3, 11)));
        assert_eq!(of(20, 31), ((3, 12), (3, 23)));
        let claims = Places::new(Path::new("a.txt"), text, Some(vec![1, 3]));
        let second = claims.of(1, Span { start: 8, end: 31 });
        assert_eq!((second.start, second.end), ((3, 1), (3, 23)));
    }
}
