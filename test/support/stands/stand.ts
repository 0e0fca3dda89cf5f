import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OPERATIONS } from '../../../api/index.js';
import { readConfig, type Config } from '../../../src/kernel/config/index.js';
import { createAccount } from '../../../src/domain/account/account-store.js';
import { createApiKey } from '../../../src/kernel/access/api-key-store.js';
import { SCOPES, type Scope } from '../../../src/kernel/contract/scopes.js';
import type { Operation } from '../../../src/kernel/http/operations/operation.js';
import { startApi, type RunningApi } from '../../../src/main/api.js';
import type { Connections } from '../../../src/main/connections.js';
import type { RunningWorker } from '../../../src/main/worker.js';
import { TASK_QUEUES, type TaskQueue } from '../../../src/kernel/temporal/queues.js';
import { ApiClient } from '../api-client.js';
import { createTestDatabase } from '../database.js';

export interface StandOptions {
  /** Additional environment variables. */
  env?: Record<string, string>;
  /** Queues that workers in this process poll. Default: none. */
  queues?: readonly TaskQueue[];
  /** Operations to serve in addition to the product's. */
  operations?: readonly Operation[];
}

export interface Stand {
  config: Config;
  connections: Connections;
  api: RunningApi;
  /** Null without queues. */
  worker: RunningWorker | null;
  /** A client of a new account. Default: all scopes and 100 monthly credits. */
  newAccount(options?: { scopes?: readonly Scope[]; credits?: number }): Promise<ApiClient>;
  /** A client with another key of the account. */
  keyFor(accountId: string, scopes: readonly Scope[], extra?: { expiresAt?: Date; allowedIps?: string[] }): Promise<ApiClient>;
  close(): Promise<void>;
}

export const ALL_QUEUES = TASK_QUEUES;

/**
 * Starts a real API over HTTP with a separate database and data folder, optionally with workers in this process. Needs
 * Postgres, and Temporal for background work; `npm test` starts both.
 */
export async function openStand(options: StandOptions = {}): Promise<Stand> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'proscenium-test-'));
  const config = readConfig({
    ...process.env, NODE_ENV: 'test', LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent', DATA_DIR: dataDir, PORT: '0',
    DATABASE_POOL_SIZE: '6', WRITING_CONCURRENCY: '4', RATE_LIMIT_DEFAULT: '100000', RATE_LIMIT_ELEVATED: '100000',  TASK_QUEUE_PREFIX: `t${randomBytes(5).toString('hex')}-`, ...options.env,
  });
  const connections = {
    databaseUrl: database.url, temporalAddress: process.env.TEST_TEMPORAL_ADDRESS ?? '127.0.0.1:1',
  };
  const api = await startApi(config, connections, { operations: [...OPERATIONS, ...options.operations ?? []] });
  const worker = options.queues?.length
    ? await (await import('../../../src/main/worker.js')).startWorker(config, options.queues, connections).catch(async (error: unknown) => {
      await api.close();
      throw error;
    }) : null;
  const client = async (accountId: string, scopes: readonly Scope[], extra = {}): Promise<ApiClient> => {
    const { key } = await createApiKey(api.services.db, { accountId, name: 'test', scopes, ...extra });
    return new ApiClient(config.baseUrl, key, accountId);
  };
  return {
    config, connections, api, worker,
    async newAccount({ scopes = SCOPES, credits = 100 } = {}) {
      const account = await createAccount(api.services.db, { name: 'Test', monthlyAllocation: credits });
      return client(account.id, scopes);
    },
    keyFor: client,
    async close() {
      await worker?.stop();
      await api.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
