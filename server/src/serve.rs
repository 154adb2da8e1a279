//! The HTTP server.

use crate::config::Config;
use crate::context::Context;
use crate::lock::DataDirLock;
use crate::{api, assets, compose, guard, pages};
use actix_web::middleware::{Compress, from_fn};
use actix_web::{App, HttpServer, web};
use anyhow::Context as _;
use groundwall_ports::FirewallService;
use std::io::Write as _;
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::sync::Arc;
use std::time::Duration;

/// Seconds for requests in flight when the server is told to stop.
const GRACE: u64 = 10;

/// Prints a line; a closed pipe must not end the server.
macro_rules! say {
    ($($part:tt)*) => {
        let _ = writeln!(std::io::stdout(), $($part)*);
    };
}

/// Serves until it is told to stop.
pub(crate) async fn run(config: Config, fresh: bool) -> anyhow::Result<()> {
    let address = address(&config)?;
    let throwaway = if fresh { Some(tempfile::tempdir().context("cannot create a temporary data directory")?) } else { None };
    let dir = throwaway.as_ref().map_or_else(|| config.data_dir.clone(), |dir| dir.path().to_owned());
    let lock = DataDirLock::take(&dir)?;
    let started = std::time::Instant::now();
    say!("Groundwall {}", env!("CARGO_PKG_VERSION"));
    say!("Loading models from {} …", config.models_dir().display());
    let models = compose::models(&config, &|line| {
        say!("  {line}");
    })
    .await?;
    let service: Arc<dyn FirewallService> = Arc::new(compose::firewall(&config, models, &dir).await?);
    let status = service.status().await?;
    say!("  Store     {}: {} documents, {} passages in {}", status.store, status.documents.len(), status.passages, dir.display());
    say!("  Answers   {}", status.generator);
    let context = web::Data::new(Context::new(service, config));
    let server = HttpServer::new(move || {
        App::new()
            .app_data(context.clone())
            .wrap(Compress::default())
            .wrap(from_fn(guard::guard))
            .configure(assets::routes)
            .configure(api::routes)
            .configure(pages::routes)
            .default_service(web::to(pages::missing))
    })
    .workers(2)
    .shutdown_timeout(GRACE)
    .client_request_timeout(Duration::from_secs(30))
    .bind(address)
    .with_context(|| format!("cannot listen on {address}; is another program using it? Choose one with --addr"))?;
    for bound in server.addrs() {
        say!("Ready in {:.1} s at http://{bound}", started.elapsed().as_secs_f64());
    }
    if status.documents.is_empty() {
        say!("There are no documents yet; the first page offers samples.");
    }
    server.run().await?;
    drop(lock);
    say!("Stopped.");
    Ok(())
}

/// The address to listen on. Anything but loopback needs a key.
fn address(config: &Config) -> anyhow::Result<SocketAddr> {
    let text = &config.server.addr;
    let address = text
        .to_socket_addrs()
        .ok()
        .and_then(|mut addresses| addresses.next())
        .with_context(|| format!("{text} is no address; write HOST:PORT, such as 127.0.0.1:3000"))?;
    let key = config.server.api_key.as_ref().map_or("", |key| key.expose());
    anyhow::ensure!(
        address.ip().is_loopback() || key.len() >= 16,
        "{text} can be reached from other machines; set server.api_key (GROUNDWALL__SERVER__API_KEY) to a key of at least 16 characters first"
    );
    Ok(address)
}
