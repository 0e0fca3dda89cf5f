import { createServer, type Server } from 'node:net';
import { listeningFault, type ListeningSetting } from '../listening.js';

export { PortBusy } from '../listening.js';

export interface WantedPort {
  /** 0: any free port. */
  port: number;
  /** The setting that an error names. */
  setting: ListeningSetting;
  host?: string | undefined;
  /** True: another free port may be used when this one is in use. */
  mayMove?: boolean | undefined;
}

/** A port that this process listens on, so that no other takes it, until the process that needs it starts. */
export interface HeldPort {
  port: number;
  /** The listening socket, to hand over to the process that serves there. */
  server: Server;
  release(): Promise<void>;
}

function listenOn(port: number, host: string): Promise<{ server: Server; port: number }> {
  // No server runs yet: a client that connects early, such as a browser tab that reloads, is disconnected, so that it does not keep the port in use.
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      resolve({ server, port: typeof address === 'object' && address ? address.port : port });
    });
  });
}

/**
 * Holds the wanted port, or another free one if `mayMove`. Throws `PortBusy`, which names the setting to change, or `ConfigInvalid` when this machine does not
 * have the host.
 */
export async function holdPort({ port, setting, host = '127.0.0.1', mayMove = false }: WantedPort): Promise<HeldPort> {
  try {
    const { server, port: held } = await listenOn(port, host);
    return { port: held, server, release: () => new Promise((resolve) => { server.close(() => resolve()); }) };
  } catch (error) {
    if (mayMove && (error as NodeJS.ErrnoException).code === 'EADDRINUSE') return holdPort({ port: 0, setting, host });
    throw listeningFault(error as NodeJS.ErrnoException, { port, host, setting });
  }
}

/**
 * Returns the given port if it is free, else another free one if the port is 0 or `mayMove`. Throws `PortBusy`, which
 * names the setting to change, or `ConfigInvalid` as `holdPort` does. Does not hold the port: another process may take it before the caller listens.
 */
export async function claimPort(port: number, setting: WantedPort['setting'], host?: string, mayMove?: boolean): Promise<number> {
  const held = await holdPort({ port, setting, host, mayMove });
  await held.release();
  return held.port;
}
