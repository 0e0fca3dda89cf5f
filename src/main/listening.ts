import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const CLOSE_GRACE_MS = 5_000;

/** Listens and answers the port, which is a free one for 0. Rejects when it is taken. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Takes no more connections and resolves when the open answers are out, at most five seconds later. */
export async function stopListening(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
  await closed;
  clearTimeout(force);
}
