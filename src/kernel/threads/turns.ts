import { AsyncLocalStorage } from 'node:async_hooks';

/** The account for which something waits for a place, and how urgent it is. */
export interface Turn {
  /** Lower numbers go first. */
  priority: number;
  /** The id of an account. Among waiters of the same priority, each share gets the same number of places. */
  share: string;
}

/** The turn of work that belongs to no run and no request. */
const NOBODY: Turn = { priority: 3, share: '' };

const turns = new AsyncLocalStorage<Turn>();

/** Runs `work` in a turn: everything that it waits for is queued with this turn. */
export const inTurn = <Result>(turn: Partial<Turn>, work: () => Result): Result => turns.run({ ...NOBODY, ...turn }, work);

export const currentTurn = (): Turn => turns.getStore() ?? NOBODY;

interface Waiter extends Turn { start(free: () => void): void }

/**
 * The waiters, in the order in which they get places: the lowest priority number first, then the share with the fewest places, then the share that was served
 * longest ago, then first come first served.
 */
export class TurnQueue {
  private readonly waiters: Waiter[] = [];
  private readonly shares = new Map<string, { places: number; waiting: number; servedAt: number }>();
  private served = 0;

  enter(waiter: Waiter): void {
    this.waiters.push(waiter);
    const share = this.shares.get(waiter.share) ?? { places: 0, waiting: 0, servedAt: 0 };
    this.shares.set(waiter.share, { ...share, waiting: share.waiting + 1 });
  }

  /** Removes the next waiter from the queue and gives its share a place, which it keeps until `leave` is called with that share. Throws when nobody waits. */
  next(): Waiter {
    const [first, ...others] = this.waiters;
    if (!first) throw new Error('nobody waits for this place');
    const next = others.reduce((best, waiter) => (this.isBefore(waiter, best) ? waiter : best), first);
    this.waiters.splice(this.waiters.indexOf(next), 1);
    const share = this.shares.get(next.share)!;
    this.served += 1;
    this.shares.set(next.share, { places: share.places + 1, waiting: share.waiting - 1, servedAt: this.served });
    return next;
  }

  leave(name: string): void {
    const share = this.shares.get(name)!;
    if (share.places === 1 && share.waiting === 0) this.shares.delete(name);
    else this.shares.set(name, { ...share, places: share.places - 1 });
  }

  private isBefore(one: Waiter, other: Waiter): boolean {
    if (one.priority !== other.priority) return one.priority < other.priority;
    const [mine, theirs] = [this.shares.get(one.share)!, this.shares.get(other.share)!];
    return mine.places === theirs.places ? mine.servedAt < theirs.servedAt : mine.places < theirs.places;
  }
}
