//! The `groundwall` binary. So far: `ask` and `verify` over files given on the command line, in a throwaway store.

mod child;
mod compose;
mod config;
mod telemetry;

use groundwall_core::policy::PolicyOverride;
use groundwall_core::request::Subject;
use groundwall_core::{CollectionId, Question, Report, Scope, Verification};
use groundwall_ports::{FirewallService as _, Upload};
use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "usage: groundwall ask QUESTION FILE.. | groundwall verify ANSWER FILE..";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let (command, text) = (args.next().unwrap_or_default(), args.next());
    if command == child::COMMAND {
        return child::worker();
    }
    let files: Vec<PathBuf> = args.map(PathBuf::from).collect();
    let (Some(text), false, true) = (text, files.is_empty(), command == "ask" || command == "verify") else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    telemetry::start();
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    match runtime.block_on(run(&command, &text, &files)) {
        Ok(report) => {
            show(&report);
            if report.is_verified() { ExitCode::SUCCESS } else { ExitCode::from(1) }
        }
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::from(2)
        }
    }
}

async fn run(command: &str, text: &str, files: &[PathBuf]) -> anyhow::Result<Report> {
    let config = config::Config::load(None)?;
    let dir = tempfile::tempdir()?;
    let models = compose::models(&config, &|line| eprintln!("{line}")).await?;
    let firewall = compose::throwaway(&config, models, dir.path()).await?;
    for path in files {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let bytes = std::fs::read(path)?;
        for outcome in firewall.upload(vec![Upload { name, bytes }]).await? {
            outcome.result.map_err(|problem| anyhow::anyhow!("{}: {problem}", outcome.name))?;
        }
    }
    if command == "ask" {
        return Ok(firewall.ask(Question::parse(text, PolicyOverride::default())?).await?);
    }
    let verification = Verification {
        subject: Subject::Answer(text.to_owned()),
        sources: Vec::new(),
        beside_collection: true,
        collection: CollectionId::default(),
        policy: PolicyOverride::default(),
        scope: Scope::default(),
    };
    Ok(firewall.verify(verification).await?)
}

fn show(report: &Report) {
    if let Some(text) = &report.delivered {
        println!("{text}\n");
    }
    println!("{}", report.banner);
    for claim in report.claims.iter().chain(&report.removed) {
        println!("  {:<12} {} — {}", claim.verdict.word(), claim.claim.text, claim.why);
    }
}
