import { claimsIn, presentLines, type CheckedLine, type Claim } from './claims.js';
import { ageRule, eventRule, placeRule, relationRule, tellsDeath, tellsDeed, traitRule, type Rule } from './fact-rules.js';

/** Kinds of facts that a project can lock. */
export const FACT_KINDS = ['dead', 'alive', 'place', 'relation', 'age', 'trait', 'event'] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** A fact that must not be contradicted. */
export interface KnownFact {
  factId: string;
  /** The names of whom or what it is about. */
  names: readonly string[];
  kind: FactKind;
  statement: string;
  /** Place of the episode since which it holds; null: from the start. */
  since: number | null;
}

/** A script or an outline. `episode` is its place among the episodes, null where it is none of them. */
export interface CheckedText { scriptUploadId?: string; episodeId?: string; episode: number | null; lines: readonly CheckedLine[] }

/** A line that contradicts a fact. Places that do not apply are absent. */
export interface Contradiction {
  factId: string;
  statement: string;
  quote: string;
  /** What is wrong, in one sentence. */
  reason: string;
  scriptUploadId?: string;
  episodeId?: string;
  sceneIndex?: number;
  entryIndex?: number;
}

const RULES: Partial<Record<FactKind, Rule>> = { place: placeRule, relation: relationRule, age: ageRule, trait: traitRule, event: eventRule };
const ABSENT = /^(?:V\.?\s?O\.?|RECORD\w*|ON (?:TAPE|TV|SCREEN)|FILTERED|GHOST|PRE-?LAP|ARCHIVE)/iu;

interface Hit { line: CheckedLine; quote: string; reason: string }

const isNamed = (cue: string, names: readonly string[]): boolean => names.some((name) => name.toLowerCase() === cue.toLowerCase().trim());

/** Lines in which somebody dead speaks or acts: one of a scene, after the scene of the death where the text shows it. */
function deadHits({ names, since }: KnownFact, { episode }: CheckedText, lines: readonly CheckedLine[], claims: readonly Claim[]): Hit[] {
  const death = claims.find(({ text, line }) => line.kind !== 'dialogue' && tellsDeath(text, names));
  const isDeadBefore = since === null ? !death : episode !== null && episode > since;
  if (!isDeadBefore && !death) return [];
  const from = isDeadBefore ? -1 : death!.line.sceneIndex;
  const spoken = lines.filter(({ kind, speaker, extensions }) => kind === 'dialogue' && isNamed(speaker!, names) && !extensions.some((each) => ABSENT.test(each)))
    .map((line) => ({ line, quote: `${line.speaker!}: ${line.text}`, reason: 'Somebody dead speaks.' }));
  const acted = claims.filter(({ line, text }) => line.kind !== 'dialogue' && tellsDeed(text, names))
    .map(({ line, quote }) => ({ line, quote, reason: 'Somebody dead acts.' }));
  const seen = new Set<number>();
  return [...spoken, ...acted].filter(({ line }) => line.sceneIndex > from)
    .sort((a, b) => a.line.sceneIndex - b.line.sceneIndex || (a.line.entryIndex ?? 0) - (b.line.entryIndex ?? 0))
    .filter(({ line }) => line.kind === 'outline' || (!seen.has(line.sceneIndex) && seen.add(line.sceneIndex)));
}

function hitsOf(fact: KnownFact, text: CheckedText, lines: readonly CheckedLine[], claims: readonly Claim[]): Hit[] {
  if (fact.kind === 'dead') return deadHits(fact, text, lines, claims);
  if (fact.since !== null && text.episode !== null && text.episode < fact.since) return [];
  if (fact.kind === 'alive') {
    return claims.filter((claim) => tellsDeath(claim.text, fact.names)).map(({ line, quote }) => ({ line, quote, reason: 'Somebody alive is called dead.' }));
  }
  const rule = RULES[fact.kind]!;
  return claims.flatMap(({ text: sentence, line, quote }) => {
    const reason = rule(fact.statement, sentence, fact.names);
    return reason === null ? [] : [{ line, quote, reason }];
  });
}

/** The lines of scripts and outlines that contradict a fact, in the order of the facts and the texts. */
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
      ...(text.episodeId ? { episodeId: text.episodeId } : {}),
    ...(line.entryIndex === undefined ? {} : { entryIndex: line.entryIndex }),
  });
  return facts.flatMap((fact) => prepared.flatMap(({ text, lines, claims }) =>
    hitsOf(fact, text, lines, claims).map(shown(fact, text))));
}
