import { clockText } from '../../../wording.js';
import { workplacePaths } from '../../paths.js';
import type { Visit } from '../../visit.js';
import { ZOOMS, type Zoom } from './drawing.js';
import type { CueSpan } from './lane-view.js';
import type { PerformedRead, PlacedCue } from './performed-read.js';

/** The item that is open below the lanes: a cue, or a line to which cues can be added; null for none. */
export type Open = { cue: PlacedCue; line?: never } | { line: PerformedRead['lines'][number]; cue?: never } | null;

export const cueAddress = ({ lane, cue }: Pick<PlacedCue, 'cue'> & { lane: { key: string } }): string => `${lane.key}.${cue.cueId}`;

/** The id of a cue's box. A cue that is heard several times has several boxes, which `at` counts from 0. */
export const boxId = (address: string, at = 0): string => `cue-${address.replace('.', '-')}${at === 0 ? '' : `-${at + 1}`}`;

export const zoomOf = (wanted: string | null | undefined): Zoom => ZOOMS.find(({ name }) => name === wanted)?.name ?? ZOOMS[0].name;

/** The address of the page with a cue or line open. */
export function timelineAddress(artifactId: string, zoom: Zoom, open: { cue?: string; line?: number } = {}, anchor = ''): string {
  const query = new URLSearchParams();
  if (zoom !== ZOOMS[0].name) query.set('zoom', zoom);
  if (open.cue !== undefined) query.set('cue', open.cue);
  if (open.line !== undefined) query.set('line', String(open.line));
  return `${workplacePaths.readTimeline(artifactId)}${query.size > 0 ? `?${query.toString()}` : ''}${anchor && `#${anchor}`}`;
}

/** The item to open: that of a refused form, else the one in the address; null when it does not exist. */
export function openOf(visit: Visit, read: PerformedRead): Open {
  const sent = visit.refused?.fields;
  const wantedCue = sent?.cueId ? `${sent.lane ?? ''}.${sent.cueId}` : sent ? null : visit.query.get('cue');
  const cue = read.lanes.flatMap(({ cues }) => cues).find((placed) => cueAddress(placed) === wantedCue);
  if (cue) return { cue };
  const number = Number(sent?.line ?? visit.query.get('line') ?? 'NaN');
  const line = read.lines.find((each) => each.number === number);
  return line ? { line } : null;
}

/** `0:12 to 1:04`. */
export const timesOf = ({ startMs, endMs }: Pick<CueSpan, 'startMs' | 'endMs'>): string => `${clockText(startMs)} to ${clockText(endMs)}`;

/** The place of a cue in words, such as `scene 2`. */
export function placeWords({ lane, cue }: PlacedCue): string {
  const { scope, sceneIndex, entryIndex } = cue;
  return lane.placeOf?.(cue) ?? (scope === 'screenplay' ? 'the whole read' : scope === 'scene' ? `scene ${sceneIndex! + 1}` : `line ${entryIndex! + 1}`);
}
