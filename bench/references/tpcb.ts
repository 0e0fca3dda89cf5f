import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { childEnvironment } from '../../src/kernel/config/environment.js';
import { ensureDatabase } from '../../src/kernel/db/migrate.js';
import { findOnPath } from '../../src/main/binaries/search-path.js';
import type { BenchStack } from '../stack/bench-stack.js';

const run = promisify(execFile);

export const TPCB_CLIENTS = 10;
const ACCOUNTS = 100_000;

/** Measures TPC-B transactions a second on a separate database. */
export interface TpcB { name: string; perSecond(seconds: number): Promise<number>; close?(): Promise<void> }

async function pgbench(program: string, url: URL): Promise<TpcB> {
  const connection = ['-h', url.hostname, '-p', url.port, '-U', decodeURIComponent(url.username)];
  const database = url.pathname.slice(1);
  const env = childEnvironment({ PGPASSWORD: decodeURIComponent(url.password) });
  await run(program, [...connection, '-i', '-q', '-s', '1', database], { env });
  return {
    name: 'pgbench',
    async perSecond(seconds) {
      const { stdout } = await run(program, [...connection, '-n', '-c', String(TPCB_CLIENTS), '-j', '2', '-T', String(seconds), database], { env });
      const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
      if (!tps) throw new Error(`pgbench printed no rate: ${stdout.slice(-300)}`);
      return Number(tps);
    },
  };
}

async function makeTpcbTables(pool: pg.Pool): Promise<void> {
  await pool.query(`CREATE TABLE branches (bid int PRIMARY KEY, balance int); CREATE TABLE tellers (tid int PRIMARY KEY, balance int);
    CREATE TABLE accounts (aid int PRIMARY KEY, balance int); CREATE TABLE history (tid int, bid int, aid int, delta int, at timestamp);
    INSERT INTO branches VALUES (1, 0); INSERT INTO tellers SELECT n, 0 FROM generate_series(1, 10) n;
    INSERT INTO accounts SELECT n, 0 FROM generate_series(1, ${ACCOUNTS}) n`);
}

async function tpcbTransaction(client: pg.PoolClient): Promise<void> {
  const [aid, tid, delta] = [1 + Math.floor(Math.random() * ACCOUNTS), 1 + Math.floor(Math.random() * 10), Math.floor(Math.random() * 10_000) - 5_000];
  await client.query('BEGIN');
  await client.query({ name: 'account', text: 'UPDATE accounts SET balance = balance + $1 WHERE aid = $2', values: [delta, aid] });
  await client.query({ name: 'balance', text: 'SELECT balance FROM accounts WHERE aid = $1', values: [aid] });
  await client.query({ name: 'teller', text: 'UPDATE tellers SET balance = balance + $1 WHERE tid = $2', values: [delta, tid] });
  await client.query({ name: 'branch', text: 'UPDATE branches SET balance = balance + $1 WHERE bid = 1', values: [delta] });
  await client.query({ name: 'history', text: 'INSERT INTO history VALUES ($1, 1, $2, $3, now())', values: [tid, aid, delta] });
  await client.query('COMMIT');
}

/** Runs the transaction of pgbench from this process, for machines without pgbench. */
async function tpcbByPg(url: URL): Promise<TpcB> {
  const pool = new pg.Pool({ connectionString: url.href, max: TPCB_CLIENTS });
  await makeTpcbTables(pool);
  return {
    name: 'TPC-B by pg',
    async perSecond(seconds) {
      const endAt = performance.now() + seconds * 1000;
      let done = 0;
      await Promise.all(Array.from({ length: TPCB_CLIENTS }, async () => {
        const client = await pool.connect();
        try {
          for (; performance.now() < endAt; done++) await tpcbTransaction(client);
        } finally {
          client.release();
        }
      }));
      return done / seconds;
    },
    close: () => pool.end(),
  };
}

/** Prepares TPC-B on the measured Postgres: with pgbench if it is on PATH, else with clients in this process. */
export async function openTpcB(stack: BenchStack): Promise<TpcB> {
  const url = new URL(stack.adminUrl);
  url.pathname = '/reference';
  await ensureDatabase(url.href);
  const program = await findOnPath('pgbench');
  return program ? pgbench(program, url) : tpcbByPg(url);
}
