import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { getMetadataArgsStorage } from 'typeorm';
import { Artifact } from '../../entities/artifact.js';
import { ENTITIES } from '../../entities/index.js';
import { saysDatabaseAway } from '../../src/kernel/db/away.js';
import { openDatabase, type Database } from '../../src/kernel/db/database.js';
import { columnsOf, columnsOnly, columnsWithout } from '../../src/kernel/db/rows.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = await openDatabase({ url: database.url, poolSize: 4 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

describe('a handle to the database', () => {
  const answers = async (on: Pick<Database, 'query'>, name: string): Promise<unknown[]> => [
    await on.query(`INSERT INTO rate_windows (bucket, window_start, hits) VALUES ($1, now(), 1) RETURNING hits`, [name]),
    await on.query('SELECT hits FROM rate_windows WHERE bucket = $1', [name]),
    await on.query('UPDATE rate_windows SET hits = 2 WHERE bucket = $1 RETURNING hits', [name]),
    await on.query('UPDATE rate_windows SET hits = 3 WHERE bucket = $1', [name]),
    await on.query('DELETE FROM rate_windows WHERE bucket = $1 RETURNING hits', [name]),
  ];

  it('answers the rows of every statement, in a transaction and outside one', async () => {
    const expected = [[{ hits: 1 }], [{ hits: 1 }], [{ hits: 2 }], [], [{ hits: 3 }]];
    expect(await answers(db, 'outside')).toEqual(expected);
    expect(await db.transaction((tx) => answers(tx, 'inside'))).toEqual(expected);
  });

  it('says that the server is away when its connection is lost between two statements of a transaction', async () => {
    const lost: unknown = await db.transaction(async (tx) => {
      const [own] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await db.query('SELECT pg_terminate_backend($1)', [own!.pid]);
      await sleep(100);
      await tx.query('SELECT 1');
    }).catch((error: unknown) => error);
    expect([saysDatabaseAway(lost), saysDatabaseAway(new Error('another one'))]).toEqual([true, false]);
  });

  it('runs transactions as READ COMMITTED and snapshots as REPEATABLE READ, whatever the default of the database', async () => {
    await db.query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation = ''serializable''', current_database()); END $$`);
    const other = await openDatabase({ url: database.url, poolSize: 1 });
    const isolationOf = async (on: Pick<Database, 'query'>): Promise<unknown> => (await on.query<{ transaction_isolation: string }>('SHOW transaction_isolation'))[0]!.transaction_isolation;
    expect([await other.transaction(isolationOf), await other.snapshot(isolationOf), await isolationOf(other)]).toEqual(['read committed', 'repeatable read', 'read committed']);
    await other.close();
  });

  it('rolls a transaction back when its work raises', async () => {
    const insert = `INSERT INTO rate_windows (bucket, window_start, hits) VALUES ('undone', now(), 1)`;
    await expect(db.transaction(async (tx) => {
      await tx.query(insert);
      throw new Error('no');
    })).rejects.toThrow('no');
    expect(await db.query(`SELECT 1 FROM rate_windows WHERE bucket = 'undone'`)).toEqual([]);
  });
});

describe('what Postgres rolls back because of others', () => {
  const addTo = (on: Pick<Database, 'query'>, bucket: string) => on.query(`UPDATE rate_windows SET hits = hits + 1 WHERE bucket = $1`, [bucket]);
  const hitsOf = async (...buckets: string[]): Promise<number[]> =>
    (await db.query<{ hits: number }>('SELECT hits FROM rate_windows WHERE bucket = ANY($1) ORDER BY bucket', [buckets])).map(({ hits }) => hits);
  const raising = (code: string): string => `DO $$ BEGIN RAISE EXCEPTION 'test' USING ERRCODE = '${code}'; END $$`;

  beforeEach(async () => {
    await db.query('DELETE FROM rate_windows');
    await db.query(`INSERT INTO rate_windows (bucket, window_start, hits) VALUES ('one', now(), 0), ('two', now(), 0)`);
  });

  it('is run once more: two transactions in a deadlock both take effect, once each', async () => {
    let attempts = 0;
    let arrived = (): void => undefined;
    const bothHoldOne = new Promise<void>((resolve) => { arrived = resolve; });
    const addToBoth = (first: string, second: string) => db.transaction(async (tx) => {
      attempts += 1;
      await addTo(tx, first);
      if (attempts === 2) arrived();
      await bothHoldOne;
      await addTo(tx, second);
    });
    await Promise.all([addToBoth('one', 'two'), addToBoth('two', 'one')]);
    expect([attempts, await hitsOf('one', 'two')]).toEqual([3, [2, 2]]);
  });

  it('is run once more: a single statement in a deadlock', async () => {
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    try {
      // Postgres rolls back the side that checks for a deadlock first. That must be the statement, so the other side waits 20 s before it checks.
      await other.query(`SET deadlock_timeout = '20s'`);
      await other.query('BEGIN');
      await addTo({ query: async (sql, values) => (await other.query(sql, values as unknown[])).rows }, 'two');
      const statement = db.query(`WITH added AS (UPDATE rate_windows SET hits = hits + 1 WHERE bucket = 'one' RETURNING hits)
        UPDATE rate_windows SET hits = hits + (SELECT hits FROM added) WHERE bucket = 'two' RETURNING hits`);
      const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      while ((await db.query(waits)).length === 0) await sleep(20);
      await other.query(`UPDATE rate_windows SET hits = hits + 10 WHERE bucket = 'one'`);
      await other.query('COMMIT');
      expect(await statement).toEqual([{ hits: 12 }]);
      expect(await hitsOf('one', 'two')).toEqual([11, 12]);
    } finally {
      await other.end();
    }
  });

  it('is run once more: a snapshot that changes a row which another transaction has changed since', async () => {
    let attempts = 0;
    await db.snapshot(async (tx) => {
      attempts += 1;
      await tx.query('SELECT hits FROM rate_windows');
      if (attempts === 1) await addTo(db, 'one');
      await addTo(tx, 'one');
    });
    expect([attempts, await hitsOf('one')]).toEqual([2, [2]]);
  });

  it.each([['40P01', 2], ['40001', 2], ['23505', 1]])('with error %s is run %d times at most', async (code, most) => {
    let attempts = 0;
    await expect(db.transaction(async (tx) => {
      attempts += 1;
      await tx.query(raising(code));
    })).rejects.toMatchObject({ code });
    expect(attempts).toBe(most);
  });
});

describe('a SELECT list', () => {
  it('names the columns of an entity by its properties', () => {
    expect(columnsOnly(Artifact, ['id', 'jobId', 'line'], 'a')).toBe('a.id, a.job_id AS "jobId", a.line');
    expect(columnsWithout(Artifact, ['accountId', 'projectId', 'shareExpiresAt', 'currentVersion', 'refineCount', 'createdAt', 'updatedAt']))
      .toBe('id, job_id AS "jobId", line, type, title, status, failure_code AS "failureCode", failure_message AS "failureMessage"');
    expect(() => columnsOf(class Nothing {})).toThrow('Nothing is no entity');
  });

  it.each(ENTITIES.map((entity) => [entity.name, entity] as const))('of %s matches the columns in the database', async (_name, entity) => {
    const table = getMetadataArgsStorage().tables.find(({ target }) => target === entity)!.name!;
    expect(await db.query(`SELECT ${columnsOf<object>(entity, 't')} FROM ${table} t LIMIT 0`)).toEqual([]);
  });
});

describe('a channel', () => {
  /** Runs statements from another database of the same server, so that this one can be closed to connections. */
  async function fromOutside(...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: Object.assign(new URL(database.url), { pathname: '/postgres' }).href });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  }

  async function until(done: () => boolean, act: () => Promise<unknown> = async () => undefined): Promise<void> {
    const deadline = Date.now() + 15_000;
    while (!done()) {
      if (Date.now() > deadline) throw new Error('it did not happen');
      await act();
      await sleep(50);
    }
  }

  it('delivers messages again after its connection was lost, even when the first attempts to reopen it fail', async () => {
    const events: string[] = [];
    const channel = await db.listen('test-channel', {
      message: (payload) => { events.push(payload); }, lost: () => { events.push('lost'); }, failed: () => { events.push('failed'); },
    });
    const notify = (): Promise<unknown> => db.query(`SELECT pg_notify('test-channel', 'hello')`);
    await until(() => events.includes('hello'), notify);
    const name = decodeURIComponent(new URL(database.url).pathname.slice(1));
    await fromOutside(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND application_name = 'proscenium-test-channel'`);
    await until(() => events.filter((event) => event === 'failed').length >= 2);
    expect(channel.isOpen).toBe(false);
    expect(events.filter((event) => event === 'lost')).toHaveLength(1);
    await fromOutside(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await until(() => channel.isOpen);
    events.length = 0;
    await until(() => events.includes('hello'), notify);
    await channel.close();
    expect(channel.isOpen).toBe(false);
  });
});
