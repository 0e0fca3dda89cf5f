import pg from 'pg';
import { createDataSource } from './data-source.js';

/** Creates the database of the URL unless it exists. */
export async function ensureDatabase(url: string): Promise<void> {
  const target = new URL(url);
  const name = decodeURIComponent(target.pathname.slice(1));
  const admin = new URL(url);
  admin.pathname = '/postgres';
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (!rowCount) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/** Runs pending migrations and returns their names. Several processes may call it at once. */
export async function migrate(url: string): Promise<string[]> {
  const dataSource = await createDataSource({ url, poolSize: 2, applicationName: 'proscenium-migrate' }).initialize();
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query(`SELECT pg_advisory_lock(hashtext('proscenium migrations'))`);
    const done = await dataSource.runMigrations({ transaction: 'each' });
    return done.map((migration) => migration.name);
  } finally {
    await runner.query(`SELECT pg_advisory_unlock(hashtext('proscenium migrations'))`);
    await runner.release();
    await dataSource.destroy();
  }
}
