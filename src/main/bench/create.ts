import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import pg from 'pg';
import { childEnvironment } from '../../config/environment.js';
import { ensureDatabase } from '../../db/migrate.js';
import { findOnPath } from '../binaries.js';
import type { Benchmark } from './benchmark.js';
import type { Ground } from './ground.js';
import { sendLoad, type Load } from './load.js';

const run = promisify(execFile);

const CLIENTS = 10;
const ACCOUNTS = 100_000;

/** Transactions a second on a database of its own. */
interface Yardstick { name: string; perSecond(seconds: number): Promise<number> }

async function pgbench(program: string, url: URL): Promise<Yardstick> {
  const connection = ['-h', url.hostname, '-p', url.port, '-U', decodeURIComponent(url.username)];
  const database = url.pathname.slice(1);
  const env = childEnvironment({ PGPASSWORD: decodeURIComponent(url.password) });
  await run(program, [...connection, '-i', '-q', '-s', '1', database], { env });
  return {
    name: 'pgbench',
    async perSecond(seconds) {
      const { stdout } = await run(program, [...connection, '-n', '-c', String(CLIENTS), '-j', '2', '-T', String(seconds), database], { env });
      const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
      if (!tps) throw new Error(`pgbench told no rate: ${stdout.slice(-300)}`);
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

/** The same transaction sent from here, for machines without pgbench. */
async function tpcbByPg(url: URL): Promise<Yardstick & { close(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: url.href, max: CLIENTS });
  await makeTpcbTables(pool);
  return {
    name: 'TPC-B by pg',
    async perSecond(seconds) {
      const endAt = performance.now() + seconds * 1000;
      let done = 0;
      await Promise.all(Array.from({ length: CLIENTS }, async () => {
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

async function openYardstick(ground: Ground): Promise<Yardstick & { close?: () => Promise<void> }> {
  const url = new URL(ground.adminUrl);
  url.pathname = '/yardstick';
  await ensureDatabase(url.href);
  const program = await findOnPath('pgbench');
  return program ? pgbench(program, url) : tpcbByPg(url);
}

/** `POST /story-projects`, each with a fresh Idempotency-Key, against TPC-B transactions on the same Postgres. */
export const createBenchmark: Benchmark = {
  name: 'create',
  summary: 'POST /story-projects against pgbench on the same Postgres',
  async run(ground, { quick }) {
    const { origin, key } = await ground.api();
    const yardstick = await openYardstick(ground);
    const [rounds, seconds] = quick ? [1, 1] : [5, 5];
    const post = (forSeconds: number): Promise<Load> => sendLoad({
      url: `${origin}/api/v1/story-projects`, method: 'POST', seconds: forSeconds, connections: CLIENTS,
      before: (request) => ({
        ...request, body: '{"name":"Measured"}',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      }),
    });
    const [ours, reference]: [Load[], number[]] = [[], []];
    try {
      await post(quick ? 1 : 3);
      for (let round = 0; round < rounds; round++) {
        ours.push(await post(seconds));
        reference.push(await yardstick.perSecond(seconds));
      }
    } finally {
      await yardstick.close?.();
    }
    return [
      {
        benchmark: 'create', name: 'requests', unit: '/s', rounds: ours.map(({ perSecond }) => perSecond),
        reference: { name: yardstick.name, rounds: reference }, bound: { of: 'ratio', sense: 'least', floor: 0.15, aim: 0.25 },
        ...(yardstick.name === 'pgbench' ? {} : { note: 'no pgbench on PATH: its transaction was sent by 10 pg clients of this process' }),
      },
      { benchmark: 'create', name: 'p99', unit: 'ms', rounds: ours.map(({ p99Ms }) => p99Ms) },
    ];
  },
};
