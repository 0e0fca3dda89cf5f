import { EntityManager, type DataSource } from 'typeorm';

export type Db = DataSource | EntityManager;

/** Runs the work in the caller's open transaction, or in one of its own. */
export function inTransaction<T>(db: Db, work: (manager: EntityManager) => Promise<T>): Promise<T> {
  const manager = db instanceof EntityManager ? db : db.manager;
  return manager.queryRunner?.isTransactionActive ? work(manager) : manager.transaction(work);
}
