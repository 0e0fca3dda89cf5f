import { it } from '@jest/globals';
import pLimit from 'p-limit';

const AT_ONCE = 4;

/**
 * Declares a test for each row, as `it.each` does. When the first test runs, the work of all rows starts, a few at a time, and each test waits for its own.
 * Use it for rows that share no state: most of their time is spent waiting for the database and the engine.
 */
export const severalAtOnce = <Row extends readonly unknown[]>(rows: readonly Row[]) => (name: string, work: (...row: Row) => Promise<void>): void => {
  let begun: readonly Promise<void>[] | null = null;
  const begin = (): readonly Promise<void>[] => {
    const limit = pLimit(AT_ONCE);
    return rows.map((row) => {
      const running = limit(() => work(...row));
      // The test of this row reports an error, but may start to await it later.
      running.catch(() => undefined);
      return running;
    });
  };
  it.each(rows.map((row, at) => [...row, at] as const))(name, async (...row) => {
    begun ??= begin();
    await begun[row.at(-1) as number];
  });
};
