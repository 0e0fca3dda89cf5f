import { createServer } from 'node:net';

/** A port that has to be free is in use. */
export class PortBusy extends Error {
  override readonly name = 'PortBusy';
}

function listenOnce(port: number, host: string): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}

/**
 * The given port when it is free, or any free one for 0. Throws `PortBusy` that names the setting to change.
 * Nothing holds the port afterwards: whoever is to listen must report when it is taken meanwhile.
 */
export async function claimPort(port: number, setting: string, host = '127.0.0.1'): Promise<number> {
  try {
    return await listenOnce(port, host);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new PortBusy(`Port ${port} is in use by another program. Set ${setting} to another port.`);
    }
    if (code === 'EACCES') throw new PortBusy(`Port ${port} needs more rights. Set ${setting} to a port above 1023.`);
    throw error;
  }
}
