import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { TRANSITIONS } from '../../src/kernel/contract/states.js';
import { createDataSource } from '../../src/kernel/db/data-source.js';
import { createTestDatabase } from '../support/database.js';

describe('migrations', () => {
  it('make the tables that the entities describe', async () => {
    const database = await createTestDatabase();
    const dataSource = await createDataSource({ url: database.url, poolSize: 2 }).initialize();
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    await dataSource.destroy();
    await database.drop();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });
});

describe('status transitions', () => {
  it('are the same in the code and in the database', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ edge: string }>(
      `SELECT table_name || ' ' || from_status || ' ' || to_status AS edge FROM legal_transitions`);
    await client.end();
    await database.drop();
    const declared = Object.entries(TRANSITIONS).flatMap(([table, moves]) =>
      Object.entries(moves).flatMap(([from, targets]) => (targets as readonly string[]).map((to) => `${table} ${from} ${to}`)));
    expect(rows.map(({ edge }) => edge).sort()).toEqual(declared.sort());
  });

  it('are enforced by a trigger for every status and state column, except for the listed ones', async () => {
    const others = [
      'accounts.status', // an operator's switch
      'credit_holds.state', // has a trigger of its own: a hold moves once
      'idempotency_keys.state', 'idempotency_keys.status', // of a claim, which may be deleted at any time; of an HTTP answer
    ];
    const database = await createTestDatabase();
    const dataSource = await createDataSource({ url: database.url, poolSize: 2 }).initialize();
    const held = await dataSource.query<{ name: string }[]>(
      `SELECT c.relname || '.' || a.attname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(t.tgattr)
       WHERE t.tgenabled = 'O' AND p.proname = CASE a.attname WHEN 'status' THEN 'refuse_illegal_transition' ELSE 'refuse_illegal_move' END`);
    const stored = dataSource.entityMetadatas.flatMap(({ tableName, columns }) => columns.map(({ databaseName }) => `${tableName}.${databaseName}`))
      .filter((name) => /[._](status|state)$/.test(name));
    await dataSource.destroy();
    await database.drop();
    const declared = Object.keys(TRANSITIONS).map((name) => (name.includes('.') ? name : `${name}.status`)).sort();
    expect(held.map(({ name }) => name).sort()).toEqual(declared);
    expect(stored.sort()).toEqual([...declared, ...others].sort());
  });
});
