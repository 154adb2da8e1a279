//! The command line (docs/contract.md, The command line). Exit codes: 0 done or passed, 1 below the bar, 2 wrong use, unreadable input or a missing model.

mod ask;
mod audit;
mod backup;
#[expect(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "figures that one person computes on files of their own"
)]
mod bench;
#[expect(
    clippy::arithmetic_side_effects,
    reason = "figures that one person computes on files of their own"
)]
mod calibrate;
mod config;
mod doctor;
#[expect(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "figures that one person computes on files of their own"
)]
mod eval;
mod gate;
mod generator;
mod hook;
mod ingest;
mod junit;
mod keys;
mod mcp;
mod models;
mod packs;
mod sarif;
mod structured;
pub(crate) mod text;

use crate::config::Config;
use crate::{actor, child, serve, telemetry};
use clap::{Args, Parser, Subcommand, ValueEnum};
use groundwall_core::Progress;
use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

/// A firewall for answers from documents: what they contradict or do not say does not get through.
#[derive(Parser)]
#[command(name = "groundwall", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    common: Common,
}

/// Flags of every command.
#[derive(Args)]
pub(crate) struct Common {
    /// Where documents and reports are kept.
    #[arg(long, global = true, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// A configuration file; without it groundwall.toml is read when it is there.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// How results are printed: text or json; of `verify` junit (a test case a claim) and sarif (a result a finding) too, of `audit export` html (a page that opens
    /// offline and verifies itself).
    #[arg(
        long,
        global = true,
        value_enum,
        default_value = "text",
        hide_possible_values = true
    )]
    format: Printed,
}

/// How most results are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Text,
    Json,
}

/// The values of `--format`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Printed {
    Text,
    Json,
    Junit,
    Sarif,
    Html,
}

impl Printed {
    /// For the commands that have nothing to say in the other two.
    fn plain(self) -> anyhow::Result<Format> {
        match self {
            Self::Text => Ok(Format::Text),
            Self::Json => Ok(Format::Json),
            Self::Junit | Self::Sarif => {
                anyhow::bail!(
                    "--format junit and sarif are for texts that groundwall verify reads; use text or json"
                )
            }
            Self::Html => {
                anyhow::bail!("--format html is for groundwall audit export; use text or json")
            }
        }
    }
}

#[derive(Subcommand)]
enum Command {
    /// Start the app and the API (the default).
    Serve {
        /// Address to listen on; anything but loopback needs an API key in the configuration.
        #[arg(long, value_name = "HOST:PORT")]
        addr: Option<String>,
        /// Use a data directory of its own, which is thrown away at the end; --data-dir and data_dir are not used.
        #[arg(long)]
        fresh: bool,
    },
    /// Take in files and folders.
    Ingest {
        /// Files to read, and folders whose files are read with those of the folders in them.
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// Into the collection of this name or id, which is made where there is none; without it into `default`.
        #[arg(long, value_name = "NAME")]
        collection: Option<String>,
    },
    /// Ask a question and print the released answer.
    Ask {
        /// The question, in quotation marks.
        question: String,
        /// Ask the collection of this name or id; without it `default`.
        #[arg(long, value_name = "NAME")]
        collection: Option<String>,
    },
    /// Verify claims or an answer; a gate for scripts.
    Verify(gate::VerifyArgs),
    /// Print the figures of labelled sets.
    Eval(eval::EvalArgs),
    /// Copy the data directory into a folder, with a list of hashes; a server may run on it meanwhile.
    Backup {
        /// A folder that does not exist yet, or is empty.
        #[arg(value_name = "DIR")]
        to: PathBuf,
    },
    /// Bring a backup back into the data directory, after a look at every hash.
    Restore {
        /// A folder that `groundwall backup` wrote.
        #[arg(value_name = "DIR")]
        from: PathBuf,
        /// Replace what is in the data directory; it is kept aside in a folder of it.
        #[arg(long)]
        force: bool,
    },
    /// Find the probability of support that fits your own documents and a rate of false alarms.
    Calibrate(calibrate::CalibrateArgs),
    /// Measure the models on this machine.
    Bench(bench::BenchArgs),
    /// Show the models, their files and hashes, or pull another one by its hub id.
    Models(models::ModelsArgs),
    /// Show rule packs, check a file, run their examples.
    Packs(packs::PacksArgs),
    /// Verify the log of decisions, print its head, write it as a file, sign off and take out old entries.
    Audit(audit::AuditArgs),
    /// Make, list and revoke API keys; a server may run meanwhile.
    Keys(keys::KeysArgs),
    /// Look at everything that the server needs; 0 all well, 1 a warning, 2 something failed.
    Doctor,
    /// Serve the tools of the Model Context Protocol on standard input and output.
    Mcp {
        /// Over this folder or file alone, in a throwaway store; without it over the data directory.
        #[arg(long, value_name = "DIR")]
        docs: Option<PathBuf>,
    },
    /// Show the configuration in force, secrets and credentials in addresses hidden.
    Config,
    #[command(name = child::COMMAND, hide = true)]
    ExtractWorker,
}

/// What a command came to.
pub(crate) enum Done {
    /// It did what it should, or the bar was reached.
    Passed,
    /// Below the bar.
    Below,
    /// Looked at, and not in order.
    Failed,
}

/// Reads the command line and runs the command.
pub(crate) fn run() -> ExitCode {
    let Cli { command, common } = Cli::parse();
    let command = command.unwrap_or(Command::Serve {
        addr: None,
        fresh: false,
    });
    if matches!(command, Command::ExtractWorker) {
        return child::worker();
    }
    telemetry::start();
    end_where_nobody_reads();
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("groundwall: cannot start: {error}");
            return ExitCode::from(2);
        }
    };
    let done = runtime.block_on(actor::acts(actor::of_command(), dispatch(command, common)));
    // What was given up is not waited for.
    runtime.shutdown_background();
    match done {
        Ok(Done::Passed) => ExitCode::SUCCESS,
        Ok(Done::Below) => ExitCode::from(1),
        Ok(Done::Failed) => ExitCode::from(2),
        Err(error) => {
            eprintln!("groundwall: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Who reads the output may have read enough (`groundwall packs list | head`): the command ends as others do.
fn end_where_nobody_reads() {
    const BY_SIGPIPE: i32 = 141;
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let said = panic.payload().downcast_ref::<String>();
        let is_closed = |said: &String| {
            said.starts_with("failed printing to stdout") && said.contains("Broken pipe")
        };
        if said.is_some_and(is_closed) {
            std::process::exit(BY_SIGPIPE);
        }
        told(panic);
    }));
}

async fn dispatch(command: Command, common: Common) -> anyhow::Result<Done> {
    if matches!(command, Command::Doctor) {
        let format = common.format.plain()?;
        return doctor::run(common.config.as_deref(), common.data_dir, format).await;
    }
    let mut config = Config::load(common.config.as_deref())?;
    if let (Command::Serve { fresh: true, .. }, Some(dir)) = (&command, &common.data_dir) {
        say(&format!(
            "groundwall: --data-dir {} is not used: --fresh takes a directory of its own; leave one of the two out",
            dir.display()
        ));
    }
    if let Some(dir) = common.data_dir {
        config.data_dir = dir;
    }
    generator::bind_threads(&config)?;
    let printed = common.format;
    let format = if matches!(command, Command::Verify(_) | Command::Audit(_)) {
        Format::Text
    } else {
        printed.plain()?
    };
    match command {
        Command::Serve { addr, fresh } => {
            if let Some(addr) = addr {
                config.server.addr = addr;
            }
            serve::run(config, fresh).await?;
            Ok(Done::Passed)
        }
        Command::Ingest { paths, collection } => {
            ingest::run(&config, &paths, collection.as_deref(), format).await
        }
        Command::Ask {
            question,
            collection,
        } => ask::run(&config, &question, collection.as_deref(), format).await,
        Command::Verify(args) => gate::run(&config, args, printed).await,
        Command::Eval(args) => eval::run(&config, args, format).await,
        Command::Backup { to } => backup::backup(&config, &to, format).await,
        Command::Restore { from, force } => backup::restore(&config, &from, force, format),
        Command::Calibrate(args) => calibrate::run(&config, args, format).await,
        Command::Bench(args) => bench::run(&config, args, format).await,
        Command::Models(args) => models::run(&config, args, format).await,
        Command::Packs(args) => packs::run(&config, args, format),
        Command::Audit(args) => audit::run(&config, args, printed).await,
        Command::Keys(args) => keys::run(&config, args, format).await,
        Command::Mcp { docs } => Box::pin(mcp::run(&config, docs.as_deref())).await,
        Command::Config => config::run(&config, format),
        Command::Doctor | Command::ExtractWorker => Ok(Done::Passed),
    }
}

/// A line of progress on standard error.
pub(crate) fn say(line: &str) {
    eprintln!("{line}");
}

/// The step that runs, in place on a terminal. A pipe gets only what [`say`] says.
fn tell(progress: Progress) {
    match progress {
        Progress::Begun { name } => in_place(&name),
        Progress::Reached {
            name,
            count,
            of,
            unit,
        } => in_place(&format!("{name}: {count} of {of} {unit}")),
        Progress::Ended(_) => in_place(""),
    }
}

/// Work that is told to [`tell`]; nothing of that is left on the terminal at its end.
async fn told<T>(work: impl Future<Output = T>) -> T {
    let done = work.await;
    in_place("");
    done
}

fn in_place(line: &str) {
    let mut out = std::io::stderr().lock();
    if out.is_terminal() {
        // Back to the start of the line, which is emptied. A terminal that is gone needs no progress.
        let _ = write!(out, "\r\x1b[2K{line}").and_then(|()| out.flush());
    }
}
