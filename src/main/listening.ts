import type { Server } from 'node:http';
import type { AddressInfo, Server as Socket } from 'node:net';
import { ConfigInvalid, type PortSetting } from '../kernel/config/index.js';

const CLOSE_GRACE_MS = 5_000;
/** Codes of the system for a host name without an address, and for an address of another machine. */
const HOST_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL']);

/** A required port is in use or not allowed. The message names the setting to change. */
export class PortBusy extends Error {
  override readonly name = 'PortBusy';
}

/** The setting that names a port to listen on. */
export type ListeningSetting = PortSetting | 'METRICS_PORT';

/** Where to listen. A port of 0 stands for any free one. `setting` is the one that errors name, by default PORT. */
export interface ListeningPlace { port: number; host: string; setting?: ListeningSetting }

/** `PortBusy` or `ConfigInvalid`, which name the setting to change, when this process cannot listen at the place; other errors unchanged. */
export function listeningFault(error: NodeJS.ErrnoException, { port, host, setting = 'PORT' }: ListeningPlace): Error {
  if (error.code === 'EADDRINUSE') return new PortBusy(`Port ${port} is in use by another program. Set ${setting} to another port.`);
  if (error.code === 'EACCES') return new PortBusy(`Port ${port} needs administrator rights. Set ${setting} to a port above 1023.`);
  if (!HOST_CODES.has(error.code ?? '')) return error;
  return new ConfigInvalid(`HOST must be a name or an address of this machine, not "${host}" (${error.message})`);
}

/**
 * Listens at a place, or on a socket that listens already, and returns the port. With port 0 the system chooses a free one. Rejects with `PortBusy` when the
 * port is in use, and with `ConfigInvalid` when this machine does not have the host.
 */
export function listen(server: Server, at: ListeningPlace | Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject('host' in at ? listeningFault(error, at) : error));
    server.listen('host' in at ? { port: at.port, host: at.host } : at, () => resolve((server.address() as AddressInfo).port));
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
