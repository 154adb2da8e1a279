//! `groundwall keys`: API keys, made and revoked beside a server that runs or before one does.

use super::{Done, Format};
use crate::access;
use crate::config::Config;
use clap::{Args, Subcommand};
use groundwall_core::{ApiKey, Collection, CollectionId, KeyScope, NewKey};
use groundwall_ledger::SqliteLedger;
use groundwall_ports::{Ledger as _, PortError};
use serde_json::json;

#[derive(Args)]
pub(super) struct KeysArgs {
    #[command(subcommand)]
    command: KeysCommand,
}

#[derive(Subcommand)]
enum KeysCommand {
    /// Make a key and print it, this once.
    Create {
        /// The program or person that it is for.
        name: String,
        /// What it may do: read, ask, manage, review, with commas.
        #[arg(long, value_name = "SCOPES", default_value = "read,ask", value_delimiter = ',', value_parser = scope)]
        scope: Vec<KeyScope>,
        /// Reach the collection of this name or id alone; may be given again. Without it all are reached.
        #[arg(long, value_name = "NAME")]
        collection: Vec<String>,
        /// Requests in a minute; without it as many as the server takes.
        #[arg(long, value_name = "N")]
        per_minute: Option<u32>,
    },
    /// List the keys, without what opens.
    List,
    /// Revoke a key by its id, or by the name of one in use; a server that runs knows it within two seconds.
    Revoke { key: String },
}

#[derive(Debug, thiserror::Error)]
#[error("it is none of read, ask, manage, review")]
struct NoScope;

fn scope(name: &str) -> Result<KeyScope, NoScope> {
    KeyScope::parse(name.trim()).ok_or(NoScope)
}

fn plain(error: PortError) -> anyhow::Error {
    anyhow::anyhow!("{error}")
}

/// The ledger of the data directory; a new directory gets one.
async fn ledger(config: &Config) -> anyhow::Result<SqliteLedger> {
    std::fs::create_dir_all(&config.data_dir)?;
    let ledger = SqliteLedger::open(&config.data_dir.join("ledger.sqlite"))
        .await
        .map_err(plain)?;
    let disputed = groundwall_governance::review::ReviewRules::bundled()?.disputed();
    Ok(ledger.told(crate::actor::current, |_| None, disputed))
}

/// The collections that there are, with the one that always is.
async fn collections(ledger: &SqliteLedger) -> anyhow::Result<Vec<Collection>> {
    let mut all = ledger.collections().await.map_err(plain)?;
    if !all.iter().any(|one| one.id == CollectionId::default()) {
        all.push(Collection::default());
    }
    Ok(all)
}

fn said(key: &ApiKey) -> String {
    let scopes: Vec<&str> = key.scopes.iter().map(|scope| scope.name()).collect();
    let ids: Vec<&str> = key.collections.iter().map(|id| id.0.as_str()).collect();
    let reached = if ids.is_empty() {
        "all collections".to_owned()
    } else {
        ids.join(",")
    };
    let rate = key
        .per_minute
        .map_or_else(String::new, |rate| format!("  {rate}/min"));
    let end = key.revoked_at.as_ref();
    let end = end.map_or_else(String::new, |at| format!("  revoked {at}"));
    format!(
        "{}  {}  {}  {reached}{rate}{end}",
        key.id,
        key.name,
        scopes.join(",")
    )
}

pub(super) async fn run(config: &Config, args: KeysArgs, format: Format) -> anyhow::Result<Done> {
    let ledger = ledger(config).await?;
    match args.command {
        KeysCommand::Create {
            name,
            scope,
            collection,
            per_minute,
        } => {
            let new = NewKey {
                name,
                scopes: scope,
                collections: collection,
                per_minute,
            };
            let all = collections(&ledger).await?;
            let (about, key) = access::make(&ledger, new, &all).await.map_err(plain)?;
            match format {
                Format::Json => println!("{}", json!({"about": about, "key": key})),
                Format::Text => {
                    eprintln!("{}", said(&about));
                    println!("{key}");
                }
            }
        }
        KeysCommand::List => {
            let keys = ledger.keys().await.map_err(plain)?;
            let keys: Vec<ApiKey> = keys.into_iter().map(|(key, _)| key).collect();
            match format {
                Format::Json => println!("{}", json!({"keys": keys})),
                Format::Text => keys.iter().for_each(|key| println!("{}", said(key))),
            }
        }
        KeysCommand::Revoke { key: given } => {
            let Some(key) = ledger.revoke_key(&given).await.map_err(plain)? else {
                anyhow::bail!(
                    "there is no key {given:?} in use; groundwall keys list shows those that there are"
                );
            };
            match format {
                Format::Json => println!("{}", json!({"revoked": key})),
                Format::Text => println!("{}", said(&key)),
            }
        }
    }
    ledger.close().await;
    Ok(Done::Passed)
}
