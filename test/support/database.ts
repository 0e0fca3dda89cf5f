import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../../src/kernel/db/migrate.js';

const TEMPLATE = 'proscenium_template';

function adminUrl(): URL {
  const url = process.env.TEST_DATABASE_ADMIN_URL;
  if (!url) throw new Error('TEST_DATABASE_ADMIN_URL is not set: run the tests with `npm test`');
  return new URL(url);
}

async function asAdmin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl().href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const urlOf = (name: string): string => Object.assign(adminUrl(), { pathname: `/${name}` }).href;

export interface TestDatabase { url: string; drop(): Promise<void> }

/** Creates an empty, migrated database: a copy of a template that is made once for each server. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(async (client) => {
    await client.query(`SELECT pg_advisory_lock(hashtext('test template'))`);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [TEMPLATE]);
    if (!rowCount) {
      await client.query(`CREATE DATABASE ${TEMPLATE}_building`);
      await migrate(urlOf(`${TEMPLATE}_building`));
      await client.query(`ALTER DATABASE ${TEMPLATE}_building RENAME TO ${TEMPLATE}`);
    }
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
    await client.query(`SELECT pg_advisory_unlock(hashtext('test template'))`);
  });
  return {
    url: urlOf(name),
    drop: () => asAdmin(async (client) => { await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`); }),
  };
}
