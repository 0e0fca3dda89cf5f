import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { DataSource, EntityManager, EntityTarget, ObjectLiteral, Repository } from 'typeorm';
import { openChannel, type Channel, type ChannelListener } from './channel.js';
import { createDataSource, type DatabaseOptions } from './data-source.js';
import { insideTransaction, LockWatch, requireNoTransaction } from './lock-watch.js';

/** Runs statements: the database itself, or a transaction on it. */
export interface Db {
  /** Returns the rows, also of an INSERT, UPDATE or DELETE with RETURNING. To count affected rows, use RETURNING and count them. */
  query<Row = unknown>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E>;
}

/**
 * The only handle to the database. A `query` outside a transaction is retried once when Postgres rolls it back, like a transaction; statements of a
 * `repository` outside a transaction are not retried.
 */
export interface Database extends Db {
  /**
   * Commits when `work` resolves, rolls back when it rejects. When Postgres rolls the transaction back because of a deadlock or a conflict with another
   * transaction, `work` runs once more. So `work` must do nothing but run statements on its `tx`: a rollback then undoes all of its effects.
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Runs `read` on one snapshot: all its statements see the same state, even when other transactions commit in between. */
  snapshot<T>(read: (tx: Db) => Promise<T>): Promise<T>;
  /** Listens to a NOTIFY channel on a connection outside the pool. */
  listen(channel: string, listener: ChannelListener): Promise<Channel>;
  close(): Promise<void>;
}

function transactionOn(manager: EntityManager): Db {
  const runner = manager.queryRunner!;
  return {
    async query<Row>(sql: string, values?: readonly unknown[]) {
      return (await runner.query(sql, values as unknown[] | undefined, true)).records as Row[];
    },
    repository: (entity) => manager.getRepository(entity),
  };
}

/** SQLSTATE of a deadlock and of a serialization failure: the transaction was rolled back and may be tried again. */
const ROLLED_BACK = ['40P01', '40001'];
const PAUSE_MS = { least: 20, most: 120 };

/** Runs `act` once more, after a short pause, when Postgres rolled the first run back. */
async function twiceIfRolledBack<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!ROLLED_BACK.includes((error as { code?: string }).code ?? '')) throw error;
    await sleep(PAUSE_MS.least + Math.random() * (PAUSE_MS.most - PAUSE_MS.least));
    return act();
  }
}

/** Has a `LockWatch` see every statement of the transaction. */
function watched(manager: EntityManager): EntityManager {
  const [runner, watch] = [manager.queryRunner!, new LockWatch()];
  const query = runner.query.bind(runner) as (sql: string, ...rest: unknown[]) => Promise<never>;
  runner.query = (sql: string, ...rest: unknown[]) => {
    watch.note(sql);
    return query(sql, ...rest);
  };
  return manager;
}

/**
 * Makes the handle of a connected data source. Outside a transaction, statements go straight to the pool. With `watchLocks`, statements that lock rows
 * against the order throw `LockOrderViolation`.
 */
export function createDatabase(dataSource: DataSource, url: string, { watchLocks = false } = {}): Database {
  const pool = (dataSource.driver as unknown as { master: pg.Pool }).master;
  async function transact<T>(begin: (run: (manager: EntityManager) => Promise<T>) => Promise<T>, work: (tx: Db) => Promise<T>): Promise<T> {
    if (!watchLocks) return twiceIfRolledBack(() => begin((manager) => work(transactionOn(manager))));
    requireNoTransaction();
    return twiceIfRolledBack(() => insideTransaction(() => begin((manager) => work(transactionOn(watched(manager))))));
  }
  return {
    async query<Row>(sql: string, values?: readonly unknown[]) {
      if (watchLocks) {
        requireNoTransaction();
        new LockWatch().note(sql);
      }
      return twiceIfRolledBack(async () => (await pool.query(sql, values as unknown[] | undefined)).rows as Row[]);
    },
    repository(entity) {
      if (watchLocks) requireNoTransaction();
      return dataSource.getRepository(entity);
    },
    // Every connection is set to READ COMMITTED when it opens; naming the level here would add a statement to each transaction.
    transaction: (work) => transact((run) => dataSource.transaction(run), work),
    snapshot: (read) => transact((run) => dataSource.transaction('REPEATABLE READ', run), read),
    listen: (channel, listener) => openChannel(url, channel, listener),
    close: () => dataSource.destroy(),
  };
}

/** Connects to the database. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return createDatabase(await createDataSource(options).initialize(), options.url, options);
}

/** Runs `work` in the caller's transaction if there is one, else in a new one. */
export function inTransaction<T>(db: Db | Database, work: (tx: Db) => Promise<T>): Promise<T> {
  return 'transaction' in db ? db.transaction(work) : work(db);
}
