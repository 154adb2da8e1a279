//! Where an address leads: its name is looked up once, and no address that is not public is gone to.

use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use url::{Host, Url};

/// Why an address is not gone to.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoTarget {
    #[error("its host cannot be looked up: {0}")]
    Unknown(#[source] std::io::Error),
    #[error("its host has no address")]
    Nowhere,
    #[error("its host leads to {0}, which is private")]
    Private(IpAddr),
}

/// A host with the addresses that were checked.
pub(crate) struct Target {
    pub(crate) host: String,
    pub(crate) addresses: Vec<SocketAddr>,
}

impl Target {
    /// Looks the host of an address up. One private address among several refuses all of them.
    pub(crate) async fn resolve(url: &Url, private: bool) -> Result<Self, NoTarget> {
        let port = url.port_or_known_default().unwrap_or(443);
        let addresses: Vec<SocketAddr> = match url.host() {
            Some(Host::Ipv4(ip)) => vec![(ip, port).into()],
            Some(Host::Ipv6(ip)) => vec![(ip, port).into()],
            Some(Host::Domain(name)) => tokio::net::lookup_host((name, port))
                .await
                .map_err(NoTarget::Unknown)?
                .collect(),
            None => Vec::new(),
        };
        if addresses.is_empty() {
            return Err(NoTarget::Nowhere);
        }
        let inside = addresses.iter().find(|address| !is_public(address.ip()));
        if let Some(inside) = inside.filter(|_| !private) {
            return Err(NoTarget::Private(inside.ip()));
        }
        Ok(Self {
            host: url.host_str().unwrap_or_default().to_owned(),
            addresses,
        })
    }

    /// A client that goes where was checked: the name is not looked up again, and no redirect is followed.
    pub(crate) fn client(&self) -> ClientBuilder {
        Client::builder()
            .redirect(Policy::none())
            .no_proxy()
            .resolve_to_addrs(&self.host, &self.addresses)
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let special = ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_broadcast()
        || ip.is_documentation()
        || ip.is_multicast()
        || ip.is_unspecified();
    // This network, shared address space, protocol assignments, 6to4 relays, benchmarking, reserved.
    let reserved = a == 0
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (18..20).contains(&b))
        || a >= 240;
    !special && !reserved
}

/// The address of IPv4 that one of IPv6 leads to: mapped, compatible, 6to4, NAT64.
fn inner(ip: Ipv6Addr) -> Option<Ipv4Addr> {
    let parts = ip.segments();
    let of = |high: u16, low: u16| Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low));
    match parts {
        [0, 0, 0, 0, 0, 0xffff | 0, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            Some(of(high, low))
        }
        [0x2002, high, low, ..] => Some(of(high, low)),
        _ => None,
    }
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    if let Some(inner) = inner(ip) {
        return is_public_v4(inner);
    }
    let [first, second, ..] = ip.segments();
    // Global unicast alone, and of it neither documentation nor Teredo and its neighbours.
    (first & 0xe000) == 0x2000
        && !(first == 0x2001 && (second < 0x0200 || second == 0x0db8))
        && !(first == 0x3fff && second < 0x1000)
}

/// Whether an address is one of the public network.
fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

#[cfg(test)]
mod tests {
    use super::{Target, is_public};

    #[test]
    fn only_public_addresses_are_public() {
        for ip in [
            "1.1.1.1",
            "192.0.3.1",
            "100.128.0.1",
            "2606:4700::1111",
            "2002:101:101::1",
        ] {
            assert!(is_public(ip.parse().unwrap()), "{ip}");
        }
        for ip in [
            "127.0.0.1",
            "127.255.0.1",
            "10.0.0.1",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "0.1.2.3",
            "192.0.0.1",
            "198.18.0.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::7f00:1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "2002:a00:1::1",
            "2001::1",
            "2001:db8::1",
            "fc00::1",
            "fe80::1",
            "ff02::1",
        ] {
            assert!(!is_public(ip.parse().unwrap()), "{ip}");
        }
    }

    /// A name that leads elsewhere at the second look changes nothing: there is no second look.
    #[tokio::test]
    async fn what_was_looked_up_is_where_it_goes() {
        let url = "https://localhost:8443/x".parse().unwrap();
        let target = Target::resolve(&url, true).await.unwrap();
        assert_eq!(target.host, "localhost");
        assert!(
            target
                .addresses
                .iter()
                .all(|address| address.port() == 8443)
        );
        let refused = Target::resolve(&url, false).await.err().unwrap();
        assert!(refused.to_string().contains("private"), "{refused}");
        let nobody = "https://no-such-host.invalid/".parse().unwrap();
        assert!(Target::resolve(&nobody, true).await.is_err());
    }

    #[tokio::test]
    async fn a_pinned_name_is_not_looked_up_again() {
        use tokio::io::AsyncReadExt as _;
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let client = reqwest::Client::builder()
            .no_proxy()
            .resolve_to_addrs("no-such-host.invalid", &[address])
            .build()
            .unwrap();
        let url = format!("http://no-such-host.invalid:{}/", address.port());
        let asked = tokio::spawn(client.get(url).send());
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut said = [0; 512];
        let length = stream.read(&mut said).await.unwrap();
        let said = String::from_utf8_lossy(&said[..length]).to_lowercase();
        assert!(said.contains("host: no-such-host.invalid"), "{said}");
        asked.abort();
    }
}
