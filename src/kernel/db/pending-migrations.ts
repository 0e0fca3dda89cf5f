import pg from 'pg';
import { MIGRATIONS } from '../../../migrations/index.js';
import { NO_TABLE } from './database-fixes.js';

/**
 * The names of the migrations that the database at a URL lacks, in their order. Migrations of a newer version do not count. Throws the error of the server or
 * of the connection when it does not answer in time.
 */
export async function pendingMigrations(url: string, timeoutMs: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs });
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations').catch((error: NodeJS.ErrnoException) => {
      if (error.code === NO_TABLE) return { rows: [] };
      throw error;
    });
    const done = new Set(rows.map(({ name }) => name));
    return MIGRATIONS.map((migration) => new migration().name).filter((name) => !done.has(name));
  } finally {
    await client.end().catch(() => undefined);
  }
}
