import { BED_LAYERS, type BedLayer } from '../../../craft/audio/heard/scene-beds.js';
import { quietFrom, type TimelineEntry } from '../../../craft/audio/timeline.js';
import type { CueGround } from '../../../kernel/families/cues/lane.js';
import type { BedCue } from './soundscape-lane.js';

/** Where a bed is heard, in milliseconds of the programme; `endMs` is exclusive. A bed fades while the next one of its layer begins. */
export interface PlacedBed { cue: BedCue; startMs: number; endMs: number }

type PlayedLine = Pick<TimelineEntry, 'entryIndex' | 'startMs' | 'endMs'>;

/** First and last entry of a cue. */
function regionOf({ scope, sceneIndex, entryIndex, toEntry }: BedCue, { scenes }: CueGround): readonly [first: number, last: number] {
  if (scope === 'entry') return [entryIndex!, toEntry ?? entryIndex!];
  if (scope === 'screenplay') return [0, Infinity];
  const scene = scenes.find(({ index }) => index === sceneIndex);
  return scene ? [scene.firstEntry, scene.lastEntry] : [0, -1];
}

/** The bed of a layer at an entry: the one with the smallest region, or among equal regions the last. Null for silence, and when that bed is muted. */
export function bedAt(cues: readonly BedCue[], ground: CueGround, { layer, entryIndex }: { layer: BedLayer; entryIndex: number }): BedCue | null {
  let [best, size]: [BedCue | null, number] = [null, Infinity];
  for (const cue of cues) {
    const [first, last] = regionOf(cue, ground);
    if (cue.layer !== layer || entryIndex < first || entryIndex > last || last - first > size) continue;
    [best, size] = [cue, last - first];
  }
  return best === null || best.muted || best.volume === 0 ? null : best;
}

/** The audible settings of a bed. */
const heardOf = ({ assetId, volume, ducking, fadeMs }: BedCue): string => [assetId, volume, ducking, fadeMs].join(' ');

/**
 * The changes of a layer along some entries: `from` is an index into `entries`, and `cue` the bed from there on, null for silence. A bed with the same sound
 * continues without a change.
 */
export function bedChanges(cues: readonly BedCue[], ground: CueGround, layer: BedLayer, entries: readonly number[]): { from: number; cue: BedCue | null }[] {
  const changes: { from: number; cue: BedCue | null }[] = [];
  for (const [from, entryIndex] of entries.entries()) {
    const cue = bedAt(cues, ground, { layer, entryIndex });
    const before = changes.at(-1)?.cue ?? null;
    if (changes.length > 0 && (cue && before ? heardOf(cue) === heardOf(before) : cue === before)) continue;
    changes.push({ from, cue });
  }
  return changes;
}

/** The time of each bed. A bed changes in the middle of the pause before the first line of its region. Sorted by start. */
export function placeBeds(cues: readonly BedCue[], ground: CueGround, lines: readonly PlayedLine[], durationMs: number): PlacedBed[] {
  const turnOf = (line: number): number => {
    const { startMs } = lines[line]!;
    return line === 0 ? 0 : Math.round((Math.min(startMs, quietFrom(lines, line - 1)) + startMs) / 2);
  };
  return BED_LAYERS.flatMap((layer) => {
    const changes = bedChanges(cues, ground, layer, lines.map(({ entryIndex }) => entryIndex));
    return changes.flatMap(({ from, cue }, at) => {
      if (!cue) return [];
      const next = changes[at + 1];
      const half = Math.round(cue.fadeMs / 2);
      return [{
        cue, startMs: Math.max(0, turnOf(from) - (from === 0 ? 0 : half)),
        endMs: next ? Math.min(durationMs, turnOf(next.from) + half) : durationMs,
      }];
    });
  }).sort((one, other) => one.startMs - other.startMs);
}
