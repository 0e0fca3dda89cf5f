import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/**
 * The caller's address. With `hops` trusted proxies it is the entry of X-Forwarded-For at position `hops` from the right: the caller writes the entries
 * further left and could forge them.
 */
export function clientAddress(request: IncomingMessage, hops: number): string {
  const peer = request.socket.remoteAddress ?? '0.0.0.0';
  let address = peer;
  if (hops > 0) {
    const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',').map((part) => part.trim()).filter(Boolean);
    address = forwarded.at(-hops) ?? peer;
  }
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : peer;
}

/** True when the address is in one of the entries (addresses or CIDR ranges); an empty list allows every address. */
export function isAllowedAddress(address: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  const parsed = ipaddr.process(address);
  return allowed.some((entry) => {
    const [range, bits] = entry.includes('/') ? ipaddr.parseCIDR(entry) : [ipaddr.process(entry), undefined];
    if (range.kind() !== parsed.kind()) return false;
    return bits === undefined ? range.toString() === parsed.toString() : parsed.match([range, bits] as never);
  });
}
