import { statedFacts } from '../people/facts.js';
import { identify, type Passage } from '../people/identify.js';
import type { Somebody } from '../people/mentions.js';
import { originOfText } from '../people/origins.js';
import { cuesByPerson, fullerCues, fullestCue } from '../people/same-person.js';
import { isTitle, nounOf } from '../people/words.js';
import { NARRATOR, READER } from '../screenplay/model.js';
import { MAX_WRITER_CHARACTERS, type BlueprintRole, type ScriptBlueprint, type WriterSource } from './model.js';

/** Below this confidence the writer's own statement of a person's sex is kept. */
const MIN_CONFIDENCE = 0.7;
const QUOTATION = /“[^”]*”?|"[^"]*"?/gu;

const isPerson = ({ character, role }: BlueprintRole): boolean =>
  character !== NARRATOR && character !== READER && !/\bhost\b/i.test(`${character} ${role}`);

/**
 * Adds what the sources state about the people of the cast to a blueprint of a writer that did not analyse the sources. The sources take precedence over the
 * writer. Quotations are ignored, because their speakers are not known.
 */
export function withTextFacts(blueprint: ScriptBlueprint, sources: readonly WriterSource[]): ScriptBlueprint {
  const texts = sources.flatMap(({ text }) => (text === null ? [] : [text.slice(0, MAX_WRITER_CHARACTERS)]));
  const passages = texts.flatMap((text) => text.split(/\n\s*\n/u)
    .map((paragraph): Passage => ({ kind: 'narration', text: paragraph.replace(QUOTATION, ' ').replace(/\s+/gu, ' ') })));
  const cues = blueprint.cast.filter(isPerson).map(({ character }) => character);
  const fuller = fullerCues(cues);
  const people = [...cuesByPerson(cues, fuller)].map(([cue, names]): Somebody => {
    const last = cue.toLowerCase().split(' ').at(-1)!;
    return { id: cue, names, described: nounOf(last) !== null || isTitle(last) };
  });
  const found = identify(people, passages);
  const cast = blueprint.cast.map((role) => {
    const facts = found.get(fullestCue(role.character, fuller));
    const sure = facts?.gender && (facts.evidence.find(({ fact }) => fact === 'gender')?.confidence ?? 0) >= MIN_CONFIDENCE;
    return { ...role, ...(sure ? { gender: facts.gender! } : {}), ...statedFacts(facts),
      ...(fuller.has(role.character) ? { sameAs: fullestCue(role.character, fuller) } : {}) };
  });
  const origin = originOfText(texts.join('\n'));
  return { ...blueprint, cast, ...(origin ? { origin } : {}) };
}
