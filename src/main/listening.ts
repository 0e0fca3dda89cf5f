import type { Server } from 'node:http';
import type { AddressInfo, Server as Socket } from 'node:net';
import { ConfigInvalid } from '../kernel/config/index.js';

const CLOSE_GRACE_MS = 5_000;
/** Codes of the system for a host name without an address, and for an address of another machine. */
const HOST_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL']);

/** `ConfigInvalid`, which names HOST, if this machine cannot listen at the host; other errors unchanged. */
export function listeningFault(error: NodeJS.ErrnoException, host: string): Error {
  if (!HOST_CODES.has(error.code ?? '')) return error;
  return new ConfigInvalid(`HOST must be a name or an address of this machine, not "${host}" (${error.message})`);
}

/**
 * Listens at an address, or on a socket that listens already, and returns the port. With port 0 the system chooses a free one. Rejects when the port is in
 * use, and with `ConfigInvalid` when this machine does not have the host.
 */
export function listen(server: Server, at: { port: number; host: string } | Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject('host' in at ? listeningFault(error, at.host) : error));
    server.listen(at, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Refuses new connections and resolves when all open requests are answered; closes what is open after five seconds. */
export async function stopListening(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
  await closed;
  clearTimeout(force);
}
