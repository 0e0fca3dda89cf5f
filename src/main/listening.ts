import type { Server } from 'node:http';
import type { AddressInfo, Server as Socket } from 'node:net';

const CLOSE_GRACE_MS = 5_000;

/**
 * Listens at an address, or on a socket that listens already, and returns the port. With port 0 the system chooses a free one. Rejects when the port is in
 * use.
 */
export function listen(server: Server, at: { port: number; host: string } | Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
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
