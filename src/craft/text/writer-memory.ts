import { createHash } from 'node:crypto';
import { ObjectMissing, type ObjectStore } from '../../kernel/storage/port.js';
import type { Budget } from './model/budget.js';

/** Raised with every change of the questions or of the check, so that older answers are not used. */
const PROTOCOL = 2;

export interface OnceOptions<T> { budget: Budget; isKept?: (made: T) => boolean }

/** Keeps what a model has answered, so that a retry or a reset of the run asks for nothing twice. */
export interface WriterMemory {
  /**
   * Returns the kept value of the key, or calls `make` and keeps its value if `isKept`. The key contains everything that the value depends on: business ids
   * and texts, never a run. The cost of `make` is kept too, and counts against the budget when the value is used again.
   */
  once<T>(key: readonly unknown[], make: (budget: Budget) => Promise<T>, options: OnceOptions<T>): Promise<T>;
  /** The kept value, or null; never makes one. Its cost counts against the budget. */
  recall<T>(key: readonly unknown[], budget: Budget): Promise<{ value: T } | null>;
}

interface Kept<T> { value: T; tokens: number; milliseconds: number }

function objectKeyOf(key: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify([PROTOCOL, ...key])).digest('hex');
  return `writing/model/${hash.slice(0, 2)}/${hash}.json`;
}

/** A memory in the object store; null keeps nothing. */
export function writerMemory(store: ObjectStore | null): WriterMemory {
  async function find<T>(key: string): Promise<Kept<T> | null> {
    try {
      return store && JSON.parse((await store.get(key)).toString('utf8')) as Kept<T>;
    } catch (error) {
      if (error instanceof ObjectMissing) return null;
      throw error;
    }
  }
  async function recall<T>(key: readonly unknown[], budget: Budget): Promise<{ value: T } | null> {
    const kept = await find<T>(objectKeyOf(key));
    if (!kept) return null;
    budget.spend(kept.tokens, kept.milliseconds);
    return { value: kept.value };
  }
  return {
    recall,
    async once<T>(key: readonly unknown[], make: (budget: Budget) => Promise<T>, { budget, isKept = () => true }: OnceOptions<T>): Promise<T> {
      const kept = await recall<T>(key, budget);
      if (kept) return kept.value;
      const own = budget.part();
      const value = await make(own);
      if (store && isKept(value)) await store.put(objectKeyOf(key), JSON.stringify({ value, ...own.used } satisfies Kept<T>));
      return value;
    },
  };
}
