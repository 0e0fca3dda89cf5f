/** Decides who stands on the stage during a line. Pages and films share this module, so that both show the same people; it must run in browsers. */

/**
 * A spoken entry, as far as the stage needs it. `present` lists the people who are there meanwhile according to the text, the most important first.
 * `isWhole`: nobody else is there, so a speaker who is not in the list is heard from elsewhere.
 */
export interface StageLine { index: number; sceneIndex: number; kind: string; character: string | null; present?: readonly string[]; isWhole?: boolean }

/** The cast by cues: `people` can be seen and are in the order of the cast; `narrators` are only heard. */
export interface StageCast { people: readonly string[]; narrators: readonly string[] }

export interface StageMoment {
  sceneIndex: number;
  /** The people on the stage from left to right, in the order of the cast. */
  standing: string[];
  /** The person who speaks; null for narration. A speaker who is not among those standing is heard from elsewhere. */
  speaker: string | null;
  isNarrated: boolean;
}

/** Most people who stand on a stage at once: the others wait in the wings. */
export const MAX_ON_STAGE = 6;
/** The most people on a narrow page. */
export const MAX_ON_NARROW_STAGE = 4;
/** The people of the nearest lines decide who stands on the stage; at most this many of them count for each place on it. */
const SPEECH_WINDOW = 12;

const peopleOf = ({ kind, character, present = [] }: StageLine): string[] => [...kind === 'dialogue' && character !== null ? [character] : [], ...present];

/**
 * The people of a scene who speak or are present nearest to a line, at most `limit`, in the order of the cast; for a line with `isWhole`, only the people who
 * are present in that line.
 */
export function standingAt(lines: readonly StageLine[], line: StageLine, people: readonly string[], limit: number): string[] {
  const { index, sceneIndex } = line;
  const seen = new Set(people);
  if (line.isWhole) {
    const there = new Set((line.present ?? []).filter((name) => seen.has(name)).slice(0, limit));
    return people.filter((name) => there.has(name));
  }
  const nearest = lines
    .filter((other) => other.sceneIndex === sceneIndex)
    .flatMap((other) => peopleOf(other).filter((name) => seen.has(name)).map((name) => ({ name, distance: Math.abs(other.index - index) })))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, limit * SPEECH_WINDOW);
  const standing = new Set<string | null>();
  for (const { name } of nearest) if (standing.size < limit) standing.add(name);
  return people.filter((name) => standing.has(name));
}

/** What the stage shows while one of its lines is heard. */
export function stageAt(lines: readonly StageLine[], line: StageLine, { people, narrators }: StageCast, limit = MAX_ON_STAGE): StageMoment {
  const isNarrated = line.kind !== 'dialogue' || narrators.includes(line.character ?? '');
  return {
    sceneIndex: line.sceneIndex, standing: standingAt(lines, line, people, limit), speaker: isNarrated ? null : line.character, isNarrated,
  };
}
