import { claimsIn, presentLines, type CheckedLine, type Claim } from './claims.js';
import { ageRule, eventRule, placeRule, placesIn, relationRule, tellsDeath, tellsDeed, traitRule, type Rule } from './fact-rules.js';
import { tellsTravel, whereaboutsIn, wrongPlace } from './presence.js';

/** Kinds of facts that a project can lock. */
export const FACT_KINDS = ['dead', 'alive', 'place', 'relation', 'age', 'trait', 'event'] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** A fact that must not be contradicted. */
export interface KnownFact {
  factId: string;
  /** The names of the person or thing that the fact is about. */
  names: readonly string[];
  kind: FactKind;
  statement: string;
  /** The episode from which the fact holds, as a position among the episodes; null from the start. */
  since: number | null;
}

/** A script, an outline or a part of a Series Bible. `episode` is its position among the episodes, null for a text that is not an episode. */
export interface CheckedText {
  scriptUploadId?: string;
  episodeId?: string;
  /** The field of the Series Bible, and the character to whom the text belongs. */
  bibleField?: string;
  characterId?: string;
  /** True for a part of a Series Bible about the time before the story, in which a dead person may still act. */
  tellsBefore?: true;
  episode: number | null;
  lines: readonly CheckedLine[];
}

/** A line that contradicts a fact. Location fields that do not apply are absent. */
export interface Contradiction {
  factId: string;
  statement: string;
  quote: string;
  /** What is wrong, in one sentence. */
  reason: string;
  scriptUploadId?: string;
  episodeId?: string;
  bibleField?: string;
  characterId?: string;
  sceneIndex?: number;
  entryIndex?: number;
}

const RULES: Partial<Record<FactKind, Rule>> = { place: placeRule, relation: relationRule, age: ageRule, trait: traitRule, event: eventRule };
const ABSENT = /^(?:V\.?\s?O\.?|RECORD\w*|ON (?:TAPE|TV|SCREEN)|FILTERED|GHOST|PRE-?LAP|ARCHIVE)/iu;

interface Hit { line: CheckedLine; quote: string; reason: string }

const isNamed = (cue: string, names: readonly string[]): boolean => names.some((name) => name.toLowerCase() === cue.toLowerCase().trim());

/**
 * Lines in which a dead person speaks or acts: one for each scene, but every line of an outline. When the text itself shows the death, only lines after that
 * scene count, unless the person has been dead since an earlier episode.
 */
function deadHits({ names, since }: KnownFact, { episode }: CheckedText, lines: readonly CheckedLine[], claims: readonly Claim[]): Hit[] {
  const death = claims.find(({ text, line }) => line.kind !== 'dialogue' && tellsDeath(text, names));
  const isDeadBefore = since === null ? !death : episode !== null && episode > since;
  if (!isDeadBefore && !death) return [];
  const from = isDeadBefore ? -1 : death!.line.sceneIndex;
  const spoken = lines.filter(({ kind, speaker, extensions }) => kind === 'dialogue' && isNamed(speaker!, names) && !extensions.some((each) => ABSENT.test(each)))
    .map((line) => ({ line, quote: `${line.speaker!}: ${line.text}`, reason: 'A dead person speaks.' }));
  const acted = claims.filter(({ line, text }) => line.kind !== 'dialogue' && tellsDeed(text, names))
    .map(({ line, quote }) => ({ line, quote, reason: 'A dead person acts.' }));
  const seen = new Set<number>();
  return [...spoken, ...acted].filter(({ line }) => line.sceneIndex > from)
    .sort((a, b) => a.line.sceneIndex - b.line.sceneIndex || (a.line.entryIndex ?? 0) - (b.line.entryIndex ?? 0))
    .filter(({ line }) => line.kind === 'outline' || (!seen.has(line.sceneIndex) && seen.add(line.sceneIndex)));
}

/** Lines that show a person in a scene although a fact places that person elsewhere: one for each scene, until the text has the person travel. */
function presenceHits({ names, statement }: KnownFact, lines: readonly CheckedLine[], claims: readonly Claim[], places: readonly string[]): Hit[] {
  const whereabouts = whereaboutsIn(statement, names);
  if (!whereabouts) return [];
  const travel = claims.find(({ text, line }) => line.kind !== 'dialogue' && tellsTravel(text, names));
  return lines.filter(({ kind, sceneIndex }) => kind === 'heading' && sceneIndex < (travel?.line.sceneIndex ?? Infinity)).flatMap((heading) => {
    const place = wrongPlace(heading, whereabouts, places);
    if (place === null) return [];
    const spoken = lines.find(({ kind, speaker, extensions, sceneIndex }) => sceneIndex === heading.sceneIndex && kind === 'dialogue' && isNamed(speaker!, names)
      && !extensions.some((each) => ABSENT.test(each)));
    const acted = claims.find(({ line, text }) => line.sceneIndex === heading.sceneIndex && line.kind === 'action' && tellsDeed(text, names));
    const line = spoken ?? acted?.line;
    if (!line) return [];
    return [{ line, quote: spoken ? `${spoken.speaker!}: ${spoken.text}` : acted!.quote, reason: `A person who is elsewhere is in the scene ${heading.text}.` }];
  });
}

function hitsOf(fact: KnownFact, text: CheckedText, lines: readonly CheckedLine[], claims: readonly Claim[], places: readonly string[]): Hit[] {
  if (fact.kind === 'dead') return text.tellsBefore ? [] : deadHits(fact, text, lines, claims);
  if (fact.since !== null && text.episode !== null && text.episode < fact.since) return [];
  if (fact.kind === 'alive') {
    return claims.filter((claim) => tellsDeath(claim.text, fact.names)).map(({ line, quote }) => ({ line, quote, reason: 'A living person is called dead.' }));
  }
  const rule = RULES[fact.kind]!;
  const present = fact.kind === 'place' ? presenceHits(fact, lines, claims, places) : [];
  return present.concat(claims.flatMap(({ text: sentence, line, quote }) => {
    const reason = rule(fact.statement, sentence, fact.names);
    return reason === null ? [] : [{ line, quote, reason }];
  }));
}

/** The lines of scripts, outlines and Bibles that contradict a fact, in the order of the facts and the texts. */
export function contradictionsOf(facts: readonly KnownFact[], texts: readonly CheckedText[]): Contradiction[] {
  if (facts.length === 0) return [];
  const nameOf = (cue: string): string => facts.flatMap(({ names }) => names).find((name) => name.toLowerCase() === cue.toLowerCase())
    ?? cue.toLowerCase().replace(/(?<!\p{L})\p{Ll}/gu, (letter) => letter.toUpperCase());
  const prepared = texts.map((text) => {
    const lines = presentLines(text.lines);
    return { text, lines, claims: claimsIn(lines, nameOf) };
  });
  const shown = (fact: KnownFact, text: CheckedText) => ({ line, quote, reason }: Hit): Contradiction => ({
    factId: fact.factId, statement: fact.statement, quote, reason,
    ...(text.scriptUploadId ? { scriptUploadId: text.scriptUploadId, sceneIndex: line.sceneIndex } : {}),
    ...(text.episodeId ? { episodeId: text.episodeId } : {}), ...(text.bibleField ? { bibleField: text.bibleField } : {}),
    ...(text.characterId ? { characterId: text.characterId } : {}),
    ...(line.entryIndex === undefined ? {} : { entryIndex: line.entryIndex }),
  });
  const places = [...new Set(facts.flatMap(({ kind, statement }) => (kind === 'place' || kind === 'event' ? placesIn(statement) : [])))];
  return facts.flatMap((fact) => prepared.flatMap(({ text, lines, claims }) =>
    hitsOf(fact, text, lines, claims, places).map(shown(fact, text))));
}
