//! The HTTP server.

use crate::access::Kept;
use crate::config::Config;
use crate::context::Context;
use crate::elsewhere::{Elsewhere, Threads, models_behind};
use crate::escalation::{self, Webhook};
use crate::lock::DataDirLock;
use crate::settings::Settings;
use crate::traces::Traces;
use crate::{
    adapters, api, assets, batches, calibration, compose, guard, mcp, pages, reloading, throwaway,
    uploads,
};
use actix_web::dev::Server;
use actix_web::middleware::{Compress, from_fn};
use actix_web::{App, HttpServer, web};
use anyhow::Context as _;
use groundwall_core::Status;
use groundwall_engine::Firewall;
use groundwall_ports::FirewallService;
use std::io::Write as _;
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Seconds for requests in flight when the server is told to stop; what runs then is told so and ends.
const FINISH: Duration = Duration::from_secs(4);
/// Seconds for connections after the same moment; they are closed then.
const GRACE: u64 = 6;
/// The process is gone by then, whatever runs.
const END: Duration = Duration::from_millis(9_500);

/// How long the databases may take to be closed.
const CLOSING: Duration = Duration::from_secs(3);

/// Prints a line; a closed pipe must not end the server.
macro_rules! say {
    ($($part:tt)*) => {
        let _ = writeln!(std::io::stdout(), $($part)*);
    };
}

/// Serves until it is told to stop.
pub(crate) async fn run(config: Config, fresh: bool) -> anyhow::Result<()> {
    let address = settled(&config)?;
    let webhook = Webhook::of(&config.review.webhook)?;
    let temporary = if fresh {
        Some(throwaway::create().context("cannot create a temporary data directory")?)
    } else {
        None
    };
    let dir = temporary
        .as_ref()
        .map_or_else(|| config.data_dir.clone(), |dir| dir.path().to_owned());
    let lock = DataDirLock::take(&dir)?;
    let started = std::time::Instant::now();
    models_behind();
    let (firewall, settings, status) = loaded(&config, &dir).await?;
    let (stop, stopping) = watch::channel(false);
    let threads = Threads::start().context("cannot start the threads for work")?;
    let handle = threads.handle().context("there are no threads for work")?;
    let service: Arc<dyn FirewallService> = firewall.clone();
    // Meanwhile they are searched as they were.
    handle.spawn(async move { firewall.reread().await });
    let escalating =
        webhook.map(|webhook| handle.spawn(escalation::watch(settings.ledger(), webhook)));
    let closed = Arc::clone(&service);
    let service = Arc::new(Elsewhere::new(service, handle, stopping.clone()));
    let service = Arc::new(Kept::new(service));
    let waiting = uploads::Uploads::open(&dir, config.limits.file_bytes)
        .map_err(|error| anyhow::anyhow!("{error}"))?;
    let many = batches::Batches::open(&dir).map_err(|error| anyhow::anyhow!("{error}"))?;
    let context = web::Data::new(Context::new(service, settings, config, dir, waiting, many));
    let beside = Beside::start(&context, stopping, escalating);
    let (server, bound) = server(context.clone(), address)?;
    for bound in bound {
        say!(
            "Ready in {:.1} s at http://{bound}",
            started.elapsed().as_secs_f64()
        );
    }
    if status.documents.is_empty() {
        say!("There are no documents yet; the first page offers samples.");
    }
    let ending = tokio::spawn(ending(stop));
    server.await?;
    beside.end();
    if let Err(error) = context.uploads.put_back_begun() {
        tracing::warn!(%error, "the file that was being read counts as begun");
    }
    // Work ends before what it works on is closed.
    drop(threads);
    let closing = tokio::time::timeout(CLOSING, closed.close()).await;
    if closing.is_err() {
        tracing::warn!(
            "the databases are in use and were not closed; their logs are read at the next start"
        );
    }
    context.traces.close().await;
    ending.abort();
    drop(lock);
    say!("Stopped.");
    Ok(())
}

/// The firewall over a data directory; what is loaded is said meanwhile.
async fn loaded(config: &Config, dir: &Path) -> anyhow::Result<(Arc<Firewall>, Settings, Status)> {
    say!("Groundwall {}", env!("CARGO_PKG_VERSION"));
    say!("Loading models from {} …", config.models_dir().display());
    let models = compose::models(config, &|line| {
        say!("  {line}");
    })
    .await?;
    let (firewall, settings) = compose::with_settings(config, models, dir).await?;
    let status = firewall.status().await?;
    say!(
        "  Store     {}: {} documents, {} passages in {}",
        status.store,
        status.documents.len(),
        status.passages,
        dir.display()
    );
    say!("  Answers   {}", status.generator);
    Ok((firewall, settings, status))
}

/// What goes on beside the requests.
struct Beside {
    reading: JoinHandle<()>,
    judging: JoinHandle<()>,
    calibrating: JoinHandle<()>,
    reloading: JoinHandle<()>,
    /// None without a webhook.
    escalating: Option<JoinHandle<()>>,
}

impl Beside {
    fn start(
        context: &web::Data<Context>,
        stopping: watch::Receiver<bool>,
        escalating: Option<JoinHandle<()>>,
    ) -> Self {
        let (deciding, packed) = (context.clone(), context.clone());
        Self {
            reading: tokio::spawn(uploads::work(context.clone(), stopping.clone())),
            judging: tokio::spawn(batches::work(context.clone(), stopping)),
            calibrating: tokio::spawn(async move { calibration::follow(&deciding.settings).await }),
            reloading: tokio::spawn(async move {
                reloading::follow(&packed.config, &packed.settings).await;
            }),
            escalating,
        }
    }

    fn end(self) {
        let Self {
            reading,
            judging,
            calibrating,
            reloading,
            escalating,
        } = self;
        reading.abort();
        judging.abort();
        calibrating.abort();
        reloading.abort();
        if let Some(escalating) = escalating {
            escalating.abort();
        }
    }
}

/// The server, which runs when it is awaited, and the addresses that it listens on.
fn server(
    context: web::Data<Context>,
    address: SocketAddr,
) -> anyhow::Result<(Server, Vec<SocketAddr>)> {
    let server = HttpServer::new(move || {
        App::new()
            .app_data(context.clone())
            .wrap(from_fn(pages::without_body))
            .wrap(from_fn(pages::rendered))
            .wrap(Compress::default())
            .wrap(from_fn(guard::guard))
            .configure(assets::routes)
            .configure(api::routes)
            .configure(adapters::routes)
            .configure(mcp::routes)
            .configure(pages::routes)
            .default_service(web::to(pages::missing))
    })
    .workers(2)
    .shutdown_timeout(GRACE)
    .client_request_timeout(Duration::from_secs(30))
    // A client that hangs up is gone, and so is what it asked for.
    .h1_allow_half_closed(false)
    // A sentence of a stream does not wait until the one before it was acknowledged.
    .tcp_nodelay(true)
    .bind(address)
    .with_context(|| {
        format!("cannot listen on {address}; is another program using it? Choose one with --addr")
    })?;
    let bound = server.addrs();
    Ok((server.run(), bound))
}

/// Waits until the server is told to stop, lets requests finish for a while, and sees to it that the process ends.
async fn ending(stop: watch::Sender<bool>) -> anyhow::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut term = signal(SignalKind::terminate())?;
    term.recv().await;
    std::thread::spawn(|| {
        std::thread::sleep(END);
        tracing::warn!("work did not end in time; the process ends without it");
        std::process::exit(0);
    });
    tokio::time::sleep(FINISH).await;
    // Nobody listens where nothing runs.
    let _ = stop.send(true);
    Ok(())
}

/// The address to listen on, where all that the server is told fits together.
pub(crate) fn settled(config: &Config) -> anyhow::Result<SocketAddr> {
    Webhook::of(&config.review.webhook)?;
    Traces::check(&config.telemetry)?;
    address(config)
}

/// The address to listen on. Anything but loopback needs a key.
fn address(config: &Config) -> anyhow::Result<SocketAddr> {
    let text = &config.server.addr;
    let address = text
        .to_socket_addrs()
        .ok()
        .and_then(|mut addresses| addresses.next())
        .with_context(|| {
            format!("{text} is no address; write HOST:PORT, such as 127.0.0.1:3000")
        })?;
    if let Some(other) = config
        .server
        .hosts
        .iter()
        .find(|other| guard::bare_host(other).is_none())
    {
        anyhow::bail!(
            "server.hosts: {other:?} is no host name; write it as groundwall.example.org, without http:// and path"
        );
    }
    let key = config
        .server
        .api_key
        .as_ref()
        .map_or("", |key| key.expose());
    anyhow::ensure!(
        address.ip().is_loopback()
            || key.len() >= 16
            || (config.server.require_key && config.server.api_key.is_none()),
        "{text} can be reached from other machines; set server.api_key (GROUNDWALL__SERVER__API_KEY) to a key of at least 16 characters, or server.require_key to true and make keys with groundwall keys create first"
    );
    Ok(address)
}
