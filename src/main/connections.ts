import type { Config } from '../kernel/config/index.js';

export interface Connections { databaseUrl: string; temporalAddress: string }

/** The addresses of database and engine: the configured ones, else the embedded ones at their configured ports. */
export function connectionsOf(config: Config): Connections {
  return {
    databaseUrl: config.databaseUrl ?? `postgres://postgres:proscenium@127.0.0.1:${config.postgresPort}/proscenium`,
    temporalAddress: config.temporal.address ?? `127.0.0.1:${config.temporal.port}`,
  };
}
