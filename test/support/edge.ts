import { OPERATIONS } from '../../api/index.js';
import { createServer } from 'node:http';
import { createApp } from '../../src/kernel/http/app.js';
import { Authenticator } from '../../src/kernel/http/authenticate.js';
import { IdempotencyStore } from '../../src/kernel/http/limits/idempotency-store.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import { RateLimiter } from '../../src/kernel/http/limits/rate-limit.js';
import type { Services } from '../../src/kernel/services.js';
import { listen, stopListening } from '../../src/main/listening.js';
import { ApiClient } from './api-client.js';
import type { Stand } from './stands/stand.js';

export interface Edge {
  /** A client for these operations with the API key of the given one. */
  client(of: ApiClient): ApiClient;
  close(): Promise<void>;
}

/**
 * Serves a test's operations over real HTTP, with the database, accounts and services of a stand. `changed` replaces
 * services.
 */
export async function serveOperations(stand: Stand, operations: readonly Operation[], changed: Partial<Services> = {}): Promise<Edge> {
  const services = { ...stand.api.services, ...changed };
  const authenticator = new Authenticator(services.db, services.log);
  const rates = new RateLimiter(services.db, services.log);
  const kernel = { services, authenticator, rates, idempotency: new IdempotencyStore(services.db), operations: [...OPERATIONS, ...operations] };
  const server = createServer(createApp(kernel, operations).callback());
  const port = await listen(server, { port: 0, host: '127.0.0.1' });
  return {
    client: ({ apiKey, accountId }) => new ApiClient(`http://127.0.0.1:${port}/api/v1`, apiKey, accountId),
    async close() {
      await stopListening(server);
      await rates.close();
      await authenticator.close();
    },
  };
}
