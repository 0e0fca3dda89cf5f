/** Who stands on the stage while a line is heard. Pages and films read it, so both show the same people; it runs in browsers too. */

/**
 * A spoken entry, as far as the stage needs it. `present` are people who are there meanwhile, as its words tell; where `isWhole`, nobody
 * else is: who speaks and is not among them is heard from elsewhere. The first of them matter most.
 */
export interface StageLine { index: number; sceneIndex: number; kind: string; character: string | null; present?: readonly string[]; isWhole?: boolean }

/** The cast by its cues: `people` are those who can be seen, in the order of the cast; `narrators` are only heard. */
export interface StageCast { people: readonly string[]; narrators: readonly string[] }

export interface StageMoment {
  sceneIndex: number;
  /** In the order of the cast, from left to right. */
  standing: string[];
  /** Who is seen to speak; null for narration. */
  speaker: string | null;
  isNarrated: boolean;
}

/** Most people who stand on a stage at once: the others wait in the wings. */
export const MAX_ON_STAGE = 6;
/** Most of them on a narrow page. */
export const MAX_ON_NARROW_STAGE = 4;
/** Of the lines nearest to one, so many for each person on the stage tell who stands there. */
const SPEECH_WINDOW = 12;

const peopleOf = ({ kind, character, present = [] }: StageLine): string[] => [...kind === 'dialogue' && character !== null ? [character] : [], ...present];

/** Of those who speak or are told of in a scene the nearest ones to a line, at most `limit`, in the order of the cast. */
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
