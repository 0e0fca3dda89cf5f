import 'reflect-metadata';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../../../entities/index.js';
import { MIGRATIONS } from '../../../migrations/index.js';
import { readConfig } from '../config/index.js';
import { PreparedClient } from './prepared-client.js';

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  applicationName?: string;
  /** For tests: statements throw that lock rows against the order of `lock-order.ts`. */
  watchLocks?: boolean;
}

/** Sets the isolation level that the transactions here are written for, whatever the default of the database or the role is. */
const beginConnection = (client: pg.ClientBase): Promise<unknown> => client.query('SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED');

/** A TypeORM data source with one connection pool; not connected yet. */
export function createDataSource({ url, poolSize, applicationName = 'proscenium' }: DatabaseOptions): DataSource {
  return new DataSource({
    type: 'postgres', url, applicationName,
    entities: ENTITIES, migrations: MIGRATIONS,
    synchronize: false, migrationsRun: false, logging: false,
    poolSize,
    extra: {
      statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000, connectionTimeoutMillis: 5_000, keepAlive: true,
      Client: PreparedClient, onConnect: beginConnection,
    },
  });
}

/** Used by the TypeORM command line (`npm run typeorm`). */
export const cliDataSource = createDataSource({ url: readConfig().databaseUrl ?? 'postgres://localhost/proscenium', poolSize: 2 });
