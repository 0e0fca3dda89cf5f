import { identify, type Passage } from '../../people/identify.js';
import type { PersonFacts } from '../../people/facts.js';
import { formOf, type Somebody } from '../../people/mentions.js';
import { cuesByPerson, fullerCues, fullestCue } from '../../people/same-person.js';
import { originOfText, type TextOrigin } from '../../people/origins.js';
import { isTitle, nounOf } from '../../people/words.js';
import { NARRATOR } from '../model.js';
import type { ScriptLine } from './entries.js';
import { matchesOf } from '../../patterns/matches.js';

/** The speakers of a script: `facts` by cue, `fuller` with the fuller cue of the same person, and `origin`, the English of the script. */
export interface ScriptPeople { facts: ReadonlyMap<string, PersonFacts>; fuller: ReadonlyMap<string, string>; origin: TextOrigin | null }

/** Finds sex, age and accent of the speakers of a script, from introductions in the action, from directions and from speech. */
export function peopleOfScript(lines: readonly ScriptLine[]): ScriptPeople {
  const actions = lines.filter(({ kind }) => kind === 'action').map(({ text }) => text).join('\n');
  const cues = [...new Set(lines.flatMap(({ kind, speaker }) => (isSpoken(kind) && speaker !== NARRATOR ? [speaker] : [])))];
  const fuller = fullerCues(cues);
  const nameOf = (cue: string): string => fullestCue(cue, fuller);
  const articled = articledPhrases(actions);
  const people = [...cuesByPerson(cues, fuller)].map(([cue, names]): Somebody => ({ id: cue, names, described: isDescription(cue, articled) }));
  const passages = lines.flatMap(({ kind, text, speaker, direction }): Passage[] => {
    if (kind === 'action') return [{ kind: 'narration', text }];
    if (!isSpoken(kind) || speaker === NARRATOR) return [];
    return [...(direction ? [{ kind: 'direction' as const, text: direction, speaker: nameOf(speaker) }] : []),
      { kind: 'speech', text, speaker: nameOf(speaker) }];
  });
  const found = identify(people, passages);
  return { facts: new Map(cues.map((cue) => [cue, found.get(nameOf(cue))!])), fuller, origin: originOfText(lines.map(({ text }) => text).join('\n')) };
}

const isSpoken = (kind: ScriptLine['kind']): boolean => kind === 'dialogue' || kind === 'lyric';

const ARTICLED = /\b(?:the|an?)((?:\s[\p{L}’'-]+){1,5})/giu;
const MAX_WORDS = 3;

/** Phrases of up to three words that follow an article, in lower case: `barista` and `tired barista` for `a tired BARISTA`. */
function articledPhrases(text: string): Set<string> {
  const phrases = new Set<string>();
  for (const [, found = ''] of matchesOf(text, ARTICLED)) {
    const words = found.trim().split(/\s/);
    for (let from = 0; from < MAX_WORDS && words[from] !== undefined; from += 1) {
      for (let to = from + 1; to <= Math.min(words.length, from + MAX_WORDS); to += 1) phrases.add(words.slice(from, to).join(' ').toLowerCase());
      if (/^\p{Lu}/u.test(words[from]!)) break;
    }
  }
  return phrases;
}

/** True for a cue that describes someone: `OLD MAN`, `THE BARONESS`, `BARISTA` where the action has `a BARISTA`. */
function isDescription(cue: string, articled: ReadonlySet<string>): boolean {
  const { words } = formOf(cue);
  const last = words.at(-1) ?? '';
  return nounOf(last) !== null || isTitle(last) || words.some((word) => /^(?:in|with|by|at)$/.test(word)) || articled.has(words.join(' '));
}
