import type { Db } from '../../../kernel/db/database.js';
import { databaseTime } from '../releases/release-store.js';

/** Finds when this process started, by the clock of the database, which also dates the rows. Asks it once; a failure is not kept. */
export function processStart(): (db: Db) => Promise<Date> {
  let found: Promise<Date> | null = null;
  const find = async (db: Db): Promise<Date> => new Date((await databaseTime(db)).getTime() - process.uptime() * 1_000);
  return (db) => {
    found ??= find(db).catch((error: unknown) => {
      found = null;
      throw error;
    });
    return found;
  };
}
