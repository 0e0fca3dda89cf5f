import { AsyncLocalStorage } from 'node:async_hooks';
import { locksOf, placeOf, type Locked } from './lock-order.js';

/** Thrown when a transaction locks rows in a way that can end in a deadlock with another one. */
export class LockOrderViolation extends Error {
  override readonly name = 'LockOrderViolation';
}

const known = new Map<string, Locked[]>();

function locksOfKnown(sql: string): Locked[] {
  const locks = known.get(sql) ?? locksOf(sql);
  known.set(sql, locks);
  return locks;
}

/**
 * Follows the statements of one transaction, or a single statement. Throws `LockOrderViolation` when a statement locks rows against the order, raises the
 * strength of a lock, or locks more strongly than an update does. Inserts and share locks are not checked against the order themselves, but later locks are
 * checked against them. The watch knows tables, not rows, so of several rows of a table it checks only the first lock.
 */
export class LockWatch {
  private readonly held = new Set<string>();
  private readonly shared = new Set<string>();
  private last = { name: '', place: -1 };

  note(sql: string): void {
    for (const { name, means } of locksOfKnown(sql)) {
      if (means === 'key') throw new LockOrderViolation(`FOR UPDATE of ${name} waits for inserts of rows that refer to it; use FOR NO KEY UPDATE: ${sql}`);
      if (means === 'share') this.shared.add(name);
      if (means === 'lock' && !this.held.has(name)) this.require(name, sql);
      if (means === 'lock') this.held.add(name);
      if (placeOf(name)! > this.last.place) this.last = { name, place: placeOf(name)! };
    }
  }

  private require(name: string, sql: string): void {
    if (this.shared.has(name)) throw new LockOrderViolation(`${name} is locked for sharing already, and two of these wait for each other: ${sql}`);
    if (placeOf(name)! >= this.last.place) return;
    throw new LockOrderViolation(`${name} is locked after ${this.last.name}; the order is the other way round: ${sql}`);
  }
}

const transactions = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Throws `LockOrderViolation` when a transaction asks the pool for another connection. Transactions that wait for each other's connections would wait
 * forever.
 */
export function requireNoTransaction(): void {
  if (transactions.getStore()?.open) throw new LockOrderViolation('a transaction uses a second connection; pass its own handle on');
}

/** Runs a transaction. While it is open, `requireNoTransaction` throws. */
export function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { open: true };
  return transactions.run(transaction, async () => {
    try {
      return await work();
    } finally {
      transaction.open = false;
    }
  });
}
