/** The answer of the server; see its `RoomClock`. */
interface ClockAnswer { startedAt: string | null; now: string; listeners: number }

const FIRST_LOOKS_MS = [0, 300, 900, 2000];
const LOOK_MS = 10_000;
/** Only the latest answers are used for the difference of the clocks, because older ones may be outdated. */
const KEPT_ANSWERS = 6;

const ownId = (): string => [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(36).padStart(2, '0')).join('');

/** The current position of a room, by the server's clock. The answer with the shortest round trip determines the difference of the clocks. */
export class RoomClock {
  listeners = 0;
  private startedAtMs: number | null = null;
  private answers: { tripMs: number; aheadMs: number }[] = [];
  private looks = 0;
  private readonly id = ownId();

  /** `listening` says whether this visitor counts as a listener. `onChange` is called after every answer. */
  constructor(private readonly url: string, private readonly listening: () => boolean, private readonly onChange: () => void) {
    this.lookLater();
    document.addEventListener('visibilitychange', () => { if (!document.hidden) void this.look(); });
  }

  /** Negative before the first line is due; null while no line is voiced or no answer has come. */
  get positionMs(): number | null {
    const [nearest] = [...this.answers].sort((a, b) => a.tripMs - b.tripMs);
    return this.startedAtMs === null || !nearest ? null : performance.now() + nearest.aheadMs - this.startedAtMs;
  }

  async look(): Promise<void> {
    const sentAt = performance.now();
    const response = await fetch(this.listening() ? `${this.url}?listener=${this.id}` : this.url).catch(() => null);
    // After a failed request the last answer holds until the next request.
    if (!response?.ok) return;
    const answer = await response.json() as ClockAnswer;
    const tripMs = performance.now() - sentAt;
    this.answers = [...this.answers, { tripMs, aheadMs: Date.parse(answer.now) - (sentAt + tripMs / 2) }].slice(-KEPT_ANSWERS);
    this.startedAtMs = answer.startedAt === null ? null : Date.parse(answer.startedAt);
    this.listeners = answer.listeners;
    this.onChange();
  }

  private lookLater(): void {
    // A room without a first line is asked often, because its clock is about to begin.
    const wait = FIRST_LOOKS_MS[this.looks++] ?? (this.startedAtMs === null ? 1000 : LOOK_MS);
    setTimeout(() => void this.look().then(() => this.lookLater()), wait);
  }
}
