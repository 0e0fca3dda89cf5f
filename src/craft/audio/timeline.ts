/** One stored line; its length is a whole number of milliseconds. */
export interface TimelineLine {
  entryIndex: number;
  sceneIndex: number;
  /** Key of the stored samples. */
  key: string;
  durationMs: number;
  pauseAfterMs: number;
}

export interface TimelineOptions {
  /** Silence before the first line, because some players cut the first moments. */
  leadInMs: number;
  /** Minimum silence after the last line. */
  leadOutMs: number;
  /** Minimum silence between two scenes. */
  sceneGapMs: number;
}

export interface TimelineEntry {
  entryIndex: number;
  sceneIndex: number;
  key: string;
  /** Start and end (exclusive) of the line without the silence around it. */
  startMs: number;
  endMs: number;
  /** Silence up to the next line, or to the end of the programme; 0 while another line that began later or earlier is still heard. */
  silenceAfterMs: number;
}

/** Words that belong to no entry: they are said before the first line, or after the last one. */
export interface TimelineCredit { key: string; text: string; startMs: number; endMs: number }

/**
 * When each line plays, in whole milliseconds. `durationMs` is the exact sum of `leadInMs`, lines and silences. The opening credits are
 * heard within the lead-in, the closing credits within the silence after the last line.
 */
export interface Timeline { leadInMs: number; entries: TimelineEntry[]; durationMs: number; opening?: TimelineCredit; closing?: TimelineCredit }

type Heard = Pick<TimelineEntry, 'startMs' | 'endMs'>;

/** When the last voice of the entries up to this index falls silent; a line may begin while the one before it is still heard. */
export function quietFrom(entries: readonly Heard[], at: number): number {
  let endMs = entries[at]!.endMs;
  for (let before = at - 1; before >= 0 && entries[before]!.endMs > entries[before + 1]!.startMs; before--) endMs = Math.max(endMs, entries[before]!.endMs);
  return endMs;
}

/** The runs of entries in which each begins while one before it is still heard; most runs are single entries. */
export function heardTogether<Entry extends Heard>(entries: readonly Entry[]): Entry[][] {
  const runs: Entry[][] = [];
  let untilMs = -1;
  for (const entry of entries) {
    if (entry.startMs < untilMs) runs.at(-1)!.push(entry);
    else runs.push([entry]);
    untilMs = Math.max(untilMs, entry.endMs);
  }
  return runs;
}

/** The spans in which a voice is heard, credits included. */
export const spokenTimes = ({ opening, entries, closing }: Timeline): { startMs: number; endMs: number }[] =>
  [...(opening ? [opening] : []), ...entries, ...(closing ? [closing] : [])];

/** The same credit, `byMs` milliseconds later. */
export const creditLater = (credit: TimelineCredit, byMs: number): TimelineCredit =>
  ({ ...credit, startMs: credit.startMs + byMs, endMs: credit.endMs + byMs });

const DEFAULTS: TimelineOptions = { leadInMs: 240, leadOutMs: 800, sceneGapMs: 1_100 };

function whole(value: number, name: string): number {
  if (!Number.isInteger(value) || value < 0) throw new RangeError(`${name} must be whole milliseconds, not ${value}`);
  return value;
}

/** Places the lines one after another. Throws `RangeError` when a length is not a whole, non-negative number. */
export function planTimeline(lines: readonly TimelineLine[], options: Partial<TimelineOptions> = {}): Timeline {
  const { leadInMs, leadOutMs, sceneGapMs } = { ...DEFAULTS, ...options };
  let clock = whole(leadInMs, 'leadInMs');
  const entries = lines.map((line, index): TimelineEntry => {
    const next = lines[index + 1];
    const within = next?.sceneIndex === line.sceneIndex ? 0 : whole(sceneGapMs, 'sceneGapMs');
    const minimum = next ? within : whole(leadOutMs, 'leadOutMs');
    const startMs = clock;
    const endMs = startMs + whole(line.durationMs, 'durationMs');
    const silenceAfterMs = Math.max(whole(line.pauseAfterMs, 'pauseAfterMs'), minimum);
    clock = endMs + silenceAfterMs;
    return { entryIndex: line.entryIndex, sceneIndex: line.sceneIndex, key: line.key, startMs, endMs, silenceAfterMs };
  });
  return { leadInMs, entries, durationMs: clock };
}

/** The entry that plays at this time, or the last entry before it; null before the first line. */
export function entryAt(timeline: Timeline, milliseconds: number): TimelineEntry | null {
  return timeline.entries.findLast((entry) => entry.startMs <= milliseconds) ?? null;
}

/**
 * The part of a timeline from the first to the last of these entries, as a programme of its own, and when that part begins in the whole programme (`fromMs`).
 * The part includes the silence after its last line, and the closing credits if it contains the last line of the programme. Throws `RangeError` when none of
 * its entries is in the timeline.
 */
export function partOfTimeline({ entries, closing }: Timeline, part: { firstEntry: number; lastEntry: number }): { timeline: Timeline; fromMs: number } {
  const own = entries.filter(({ entryIndex }) => entryIndex >= part.firstEntry && entryIndex <= part.lastEntry);
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last) throw new RangeError(`no line is spoken from entry ${part.firstEntry} to ${part.lastEntry}`);
  const fromMs = first.startMs;
  const shifted = own.map((entry) => ({ ...entry, startMs: entry.startMs - fromMs, endMs: entry.endMs - fromMs }));
  const ending = closing && last === entries.at(-1) ? { closing: creditLater(closing, -fromMs) } : {};
  return { timeline: { leadInMs: 0, entries: shifted, durationMs: quietFrom(own, own.length - 1) + last.silenceAfterMs - fromMs, ...ending }, fromMs };
}
