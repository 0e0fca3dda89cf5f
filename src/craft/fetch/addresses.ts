import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { FetchRefused } from './refused.js';

const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** Cloud services on addresses that look public. */
const PLATFORM_ADDRESSES = new Set(['168.63.129.16']);

const BLOCKED_NAMES = new Set(['localhost', 'metadata', 'metadata.goog', 'instance-data']);
const BLOCKED_SUFFIXES = ['.localhost', '.local', '.internal', '.svc', '.home.arpa', '.intranet', '.lan'];

const MIN_UNPRIVILEGED_PORT = 1024;
const WEB_PORTS = new Set([80, 443]);

/** True for an address of the public internet; false for private, loopback, link-local, multicast and tunnel addresses. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  if (isIP(bare) === 0) return false;
  const parsed = ipaddr.process(bare);
  if (parsed.range() !== 'unicast' || PLATFORM_ADDRESSES.has(parsed.toString())) return false;
  // All public IPv6 addresses are in 2000::/3; the check also excludes ::/96, which the library counts as unicast.
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(GLOBAL_IPV6);
}

/** Throws `FetchRefused` (`ip_blocked`) for an address that `isPublicAddress` rejects. */
export function assertPublicAddress(address: string): void {
  if (!isPublicAddress(address)) {
    throw new FetchRefused('ip_blocked', 'the address belongs to a private, local or reserved range');
  }
}

/** The host of a URL without IPv6 brackets and trailing dots. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

/**
 * Refuses a URL by its text alone: scheme (`scheme_blocked`), literal address and host name (`ip_blocked`), port
 * (`scheme_blocked`), credentials (`malformed`). Allowed ports are 80, 443 and everything from 1024: other system ports
 * belong to other protocols (mail, shells, directories), while web servers also run on high ports.
 */
export function assertUrlAllowed(url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchRefused('scheme_blocked', 'only http and https addresses can be fetched');
  }
  const host = bareHost(url);
  if (isIP(host) !== 0) assertPublicAddress(host);
  else if (host === '') throw new FetchRefused('malformed', 'the address has no host');
  else if (BLOCKED_NAMES.has(host) || BLOCKED_SUFFIXES.some((suffix) => host.endsWith(suffix))) {
    throw new FetchRefused('ip_blocked', 'the host name belongs to a local network or a cloud metadata service');
  }
  const port = url.port === '' ? null : Number(url.port);
  if (port !== null && !WEB_PORTS.has(port) && port < MIN_UNPRIVILEGED_PORT) {
    throw new FetchRefused('scheme_blocked', `port ${port} is not a web port`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchRefused('malformed', 'addresses with a user name or password cannot be fetched');
  }
}
