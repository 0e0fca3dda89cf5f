import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OPERATIONS } from '../../api/index.js';
import type { Config } from '../config/index.js';
import { bootstrapOwner } from '../domain/account/accounts.js';
import { createApp } from '../http/app.js';
import { Authenticator } from '../http/authenticate.js';
import { IdempotencyStore } from '../http/idempotency.js';
import { RateLimiter } from '../http/rate-limit.js';
import { warmValidators } from '../http/validation.js';
import { connectionsOf, openServices, type Connections, type OpenServices } from './services.js';

export interface RunningApi { url: string; port: number; services: OpenServices; ownerKey: string | null; close(): Promise<void> }

const CLOSE_GRACE_MS = 5_000;

async function stopListening(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
  await closed;
  clearTimeout(force);
}

/** Serves the API and the pages until closed. Port 0 takes a free one. */
export async function startApi(config: Config, connections: Connections = connectionsOf(config)): Promise<RunningApi> {
  const services = await openServices(config, 'proscenium-api', connections);
  const owner = await bootstrapOwner(services.db, config);
  const authenticator = new Authenticator(services.pool, connections.databaseUrl, services.log);
  await authenticator.listen();
  const rates = new RateLimiter(services.pool, services.log);
  const kernel = { services, authenticator, rates, idempotency: new IdempotencyStore(services.pool) };
  const app = createApp(kernel, OPERATIONS);
  const server = await new Promise<Server>((resolve, reject) => {
    const listening = app.listen(config.port, config.host, () => resolve(listening));
    listening.once('error', reject);
  });
  server.keepAliveTimeout = 65_000;
  server.requestTimeout = 60_000;
  const { port } = server.address() as AddressInfo;
  warmValidators(OPERATIONS).catch((error: Error) => services.log.error({ err: error }, 'a validator does not compile'));
  return {
    url: `http://${config.host}:${port}`, port, services, ownerKey: owner?.key ?? null,
    async close() {
      await stopListening(server);
      await rates.close();
      await authenticator.close();
      await services.close();
    },
  };
}
