import { createServer, type Server } from 'node:net';
import type { PortSetting } from '../../config/index.js';

/** A port that has to be free is in use. */
export class PortBusy extends Error {
  override readonly name = 'PortBusy';
}

export interface WantedPort {
  /** 0 takes a free one. */
  port: number;
  /** The setting that an error names. */
  setting: PortSetting | 'METRICS_PORT';
  host?: string | undefined;
  /** Another free port may be used when this one is in use. */
  mayMove?: boolean | undefined;
}

/** A port that is kept occupied until it is released for the process that will listen on it. */
export interface HeldPort { port: number; release(): Promise<void> }

function listenOn(port: number, host: string): Promise<{ server: Server; port: number }> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      resolve({ server, port: typeof address === 'object' && address ? address.port : port });
    });
  });
}

/** Holds the wanted port, or a free one where that may be. Throws `PortBusy` that names the setting to change. */
export async function holdPort({ port, setting, host = '127.0.0.1', mayMove = false }: WantedPort): Promise<HeldPort> {
  try {
    const { server, port: held } = await listenOn(port, host);
    return { port: held, release: () => new Promise((resolve) => { server.close(() => resolve()); }) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      if (mayMove) return holdPort({ port: 0, setting, host });
      throw new PortBusy(`Port ${port} is in use by another program. Set ${setting} to another port.`);
    }
    if (code === 'EACCES') throw new PortBusy(`Port ${port} needs more rights. Set ${setting} to a port above 1023.`);
    throw error;
  }
}

/**
 * The given port when it is free, or any free one for 0, or when another one is as good. Throws `PortBusy` that names the setting to change.
 * Nothing holds the port afterwards: whoever is to listen must report when it is taken meanwhile.
 */
export async function claimPort(port: number, setting: WantedPort['setting'], host?: string, mayMove?: boolean): Promise<number> {
  const held = await holdPort({ port, setting, host, mayMove });
  await held.release();
  return held.port;
}
