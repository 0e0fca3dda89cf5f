import type pg from 'pg';
import type { DataSource, EntityManager, EntityTarget, ObjectLiteral, Repository } from 'typeorm';
import { openChannel, type Channel, type ChannelListener } from './channel.js';
import { createDataSource, type DatabaseOptions } from './data-source.js';

/** Runs statements: the database itself, or a transaction on it. */
export interface Db {
  /** Returns the rows, also of an INSERT, UPDATE or DELETE with RETURNING. To count affected rows, use RETURNING and count them. */
  query<Row = unknown>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E>;
}

/** The only handle to the database. */
export interface Database extends Db {
  /** Commits when `work` resolves, rolls back when it rejects. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Reads as of one moment: what ends between two statements of `read` is in the answers of both or of neither. */
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

/** Makes the handle of a connected data source. Outside a transaction a statement goes straight to the pool. */
export function createDatabase(dataSource: DataSource, url: string): Database {
  const pool = (dataSource.driver as unknown as { master: pg.Pool }).master;
  return {
    async query<Row>(sql: string, values?: readonly unknown[]) {
      return (await pool.query(sql, values as unknown[] | undefined)).rows as Row[];
    },
    repository: (entity) => dataSource.getRepository(entity),
    transaction: (work) => dataSource.transaction((manager) => work(transactionOn(manager))),
    snapshot: (read) => dataSource.transaction('REPEATABLE READ', (manager) => read(transactionOn(manager))),
    listen: (channel, listener) => openChannel(url, channel, listener),
    close: () => dataSource.destroy(),
  };
}

/** Connects to the database. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return createDatabase(await createDataSource(options).initialize(), options.url);
}

/** Runs `work` in the caller's transaction if there is one, else in a new one. */
export function inTransaction<T>(db: Db | Database, work: (tx: Db) => Promise<T>): Promise<T> {
  return 'transaction' in db ? db.transaction(work) : work(db);
}
