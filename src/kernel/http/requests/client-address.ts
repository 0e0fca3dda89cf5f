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

/** The groups of an IPv6 address that name a network; its owner chooses the other ones. */
const NETWORK_GROUPS = 4;

/**
 * An address as limits count it: an IPv6 address stands for its network (/64), because a subscriber has all 2⁶⁴ addresses of one and could otherwise escape
 * every limit by using each address once. An IPv4 address is itself.
 */
export function countedAddress(address: string): string {
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : null;
  if (!(parsed instanceof ipaddr.IPv6)) return parsed?.toString() ?? address;
  const network = parsed.parts.map((group, at) => (at < NETWORK_GROUPS ? group : 0));
  return `${new ipaddr.IPv6(network).toString()}/64`;
}

/** The caller as limits count it. */
export const countedCaller = (request: IncomingMessage, hops: number): string => countedAddress(clientAddress(request, hops));

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
