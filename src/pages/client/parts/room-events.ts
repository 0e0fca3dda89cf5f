import type { ClientRoom } from '../../client-data.js';
import { byId, maybe, timeOfDay } from './dom.js';
import type { Timeline } from './timeline.js';

type RoomState = Pick<ClientRoom, 'stage' | 'completedLines' | 'totalLines' | 'nextAttemptAt'>;

interface LineData { entryIndex: number; startMs: number; endMs: number; words?: number[] }
interface EndData { durationMs: number }

const FIRST_RETRY_MS = 2000;
const MAX_RETRY_MS = 30_000;

export interface RoomHooks {
  onLine: (index: number) => void;
  onState: (state: RoomState) => void;
  onEnd: (durationMs: number) => void;
  /** Called with false while the stream is down, which then reconnects by itself, and with true when it is back. */
  onConnection: (up: boolean) => void;
}

/** Receives the room's events. They only fill the timeline, so their order and repetition do not matter. */
export class RoomEvents {
  private stream: EventSource | null = null;
  private retryMs = FIRST_RETRY_MS;
  private over = false;

  constructor(private readonly url: string, private readonly timeline: Timeline, private readonly hooks: RoomHooks) {}

  open(): void {
    const { lastIndex } = this.timeline;
    const stream = new EventSource(lastIndex === null ? this.url : `${this.url}?after=${lastIndex}`);
    this.stream = stream;
    stream.addEventListener('open', () => {
      this.retryMs = FIRST_RETRY_MS;
      this.hooks.onConnection(true);
    });
    stream.addEventListener('line', (event) => {
      const line = JSON.parse(event.data as string) as LineData;
      if (this.timeline.fill(line.entryIndex, line.startMs, line.endMs, line.words)) this.hooks.onLine(line.entryIndex);
    });
    stream.addEventListener('state', (event) => this.hooks.onState(JSON.parse(event.data as string) as RoomState));
    stream.addEventListener('end', (event) => {
      this.over = true;
      // Closes a stream that has ended, because the browser would open it again and again.
      stream.close();
      this.hooks.onEnd((JSON.parse(event.data as string) as EndData).durationMs);
    });
    stream.addEventListener('error', () => this.recover(stream));
  }

  /** The browser reconnects after a lost connection but not after an HTTP error; then this retries with growing pauses. */
  private recover(stream: EventSource): void {
    if (this.over || stream !== this.stream) return;
    this.hooks.onConnection(false);
    if (stream.readyState !== EventSource.CLOSED) return;
    setTimeout(() => this.open(), this.retryMs);
    this.retryMs = Math.min(MAX_RETRY_MS, this.retryMs * 2);
  }
}

/** The label on the picture that shows the state of the room. */
export function showPill(state: RoomState | null): void {
  const pill = maybe('live');
  if (!pill) return;
  pill.hidden = state === null;
  if (!state) return;
  pill.dataset.stage = state.stage;
  byId('live-text').textContent = `Live read · ${pillText(state)}`;
}

function pillText(state: RoomState): string {
  switch (state.stage) {
    case 'opening': return 'raising the curtain';
    case 'backoff': return state.nextAttemptAt ? `waiting for a voice, next try ${timeOfDay(state.nextAttemptAt)}` : 'waiting for a voice';
    case 'failed': return 'stopped';
    case 'complete': return 'complete';
    default: return `voicing line ${Math.min(state.completedLines + 1, state.totalLines)} of ${state.totalLines}`;
  }
}
