import type { Config } from '../../kernel/config/index.js';
import { openDatabase, type Database } from '../../kernel/db/database.js';
import { ensureDatabase, migrate } from '../../kernel/db/migrate.js';
import { acquireLock } from '../stack/lock.js';
import path from 'node:path';
import { startEmbeddedPostgres } from '../stack/postgres.js';
import { findRunningStack } from '../stack/running-stack.js';

/**
 * Runs `work` with the URL of a migrated database: the configured one, that of the running stack, or the embedded one.
 */
export async function withDatabaseUrl<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  const url = config.databaseUrl ?? (await findRunningStack(config.dataDir))?.databaseUrl;
  if (url) return work(url);
  const lock = await acquireLock(path.join(config.dataDir, 'run', 'stack.lock'), (pid) =>
    `Proscenium is starting or stopping on ${config.dataDir} (process ${pid}). Try again when it is done.`);
  try {
    const server = await startEmbeddedPostgres({ dataDir: config.dataDir, port: 0 });
    try {
      const embedded = server.urlOf('proscenium');
      await ensureDatabase(embedded);
      await migrate(embedded);
      return await work(embedded);
    } finally {
      await server.stop();
    }
  } finally {
    await lock.release();
  }
}

/** Runs `work` with an open database. */
export async function withDatabase<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  return withDatabaseUrl(config, async (url) => {
    const db = await openDatabase({ url, poolSize: 2, applicationName: 'proscenium-cli' });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  });
}
