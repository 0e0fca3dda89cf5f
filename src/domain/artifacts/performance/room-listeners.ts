import type { Channel } from '../../../kernel/db/channel.js';
import type { Database } from '../../../kernel/db/database.js';
import type { Logger } from '../../../kernel/log/index.js';
import { announceListener, LISTENERS_CHANNEL } from './performance-store.js';

/** A listener who has not asked for the clock for this long has left. Players ask every 10 s. */
const PRESENT_MS = 25_000;
const MAX_ROOMS = 5_000;
const MAX_LISTENERS = 1_000;

/** Counts the listeners in each room. Players ask one of the API processes for the clock, and it tells the others. */
export class RoomListeners {
  /** For each room, its listeners with the time at which each counts as gone. */
  private readonly rooms = new Map<string, Map<string, number>>();
  private channel: Channel | null = null;

  constructor(private readonly db: Database, private readonly log: Logger) {}

  async listen(): Promise<void> {
    this.channel = await this.db.listen(LISTENERS_CHANNEL, {
      message: (payload) => {
        const [roomId, listenerId] = payload.split(':');
        if (roomId && listenerId) this.note(roomId, listenerId);
      },
      failed: (error) => this.log.warn({ err: error }, 'the channel of listeners could not be opened again; retrying'),
    });
  }

  async close(): Promise<void> {
    await this.channel?.close();
  }

  /** The number of listeners in a room. `listenerId` is counted among them; null for a person who only looks. */
  count(roomId: string, listenerId: string | null): number {
    if (listenerId !== null) {
      this.note(roomId, listenerId);
      announceListener(this.db, roomId, listenerId).catch((error: Error) => {
        this.log.warn({ err: error }, 'other processes could not be told of a listener');
      });
    }
    const listeners = this.rooms.get(roomId);
    if (!listeners) return 0;
    for (const [id, goneAt] of listeners) if (goneAt < Date.now()) listeners.delete(id);
    return listeners.size;
  }

  private note(roomId: string, listenerId: string): void {
    const listeners = this.rooms.get(roomId) ?? new Map<string, number>();
    if (listeners.size >= MAX_LISTENERS && !listeners.has(listenerId)) return;
    listeners.set(listenerId, Date.now() + PRESENT_MS);
    // The most recently heard room moves to the end, so the room that is dropped has been silent the longest.
    this.rooms.delete(roomId);
    this.rooms.set(roomId, listeners);
    if (this.rooms.size > MAX_ROOMS) this.rooms.delete(this.rooms.keys().next().value!);
  }
}
