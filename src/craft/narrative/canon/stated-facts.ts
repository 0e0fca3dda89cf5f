import type { SourceAnalysis } from '../writing/material/source-analysis.js';
import type { Person, StatedFact } from '../model.js';
import { sentencesOfSources, type FoundSentence } from './bible/sourced-words.js';
import { isClaim, namePattern, type CheckedLine } from './claims.js';
import { contradictionsOf, type FactKind } from './contradictions.js';
import { ageOf, relationsIn } from './fact-rules.js';

export const MAX_STATED = 60;
const MAX_CHARS = 240;

const PLACE = '(?:in|at|on|near) (?:the )?\\p{Lu}\\p{L}+';
const DIED = '(?:has |had |was |were |is )?(?:died|drowned|perished|killed|murdered|hanged|executed|buried|dead)(?! (?:away|down|out|with laughter|of laughing|tired|asleep|silent|set|white|certain|drunk|calm|level|to)\\b)';

/** Kinds of facts with the patterns that state them, matched after the name of a person at the head of a sentence. */
const STATED: readonly [FactKind, string][] = [
  ['dead', ` (?:${DIED})\\b(?=[.,;]| (?:in|at|on|of|by|before|after|when|from|last|two|three|a|many)\\b)`],
  ['place', ` (?:is|was) born ${PLACE}`],
  ['place', ` (?:lives|lived|resides|resided|dwells|dwelt) ${PLACE}`],
];

/** Words that show a death to be unreal, denied or another person's. */
const NO_DEATH = /\b(?:nearly|almost|would|if|not|never|thought|supposed|believed|hope|wish|feared|killed (?:the|a|his|her|two|three|time)|buried (?:his|her|the|in thought|himself|herself))\b/iu;

const nameForms = ({ name, aliases }: Person): string[] => [...new Set([name, ...aliases])].filter((form) => form.length > 2 && /^\p{Lu}/u.test(form));

function kindOf(text: string, names: readonly string[], people: ReadonlySet<string>): FactKind | null {
  const head = `^(?:${namePattern(names)})`;
  for (const [kind, words] of STATED) {
    if (new RegExp(`${head}${words}`, 'u').test(text) && !(kind === 'dead' && NO_DEATH.test(text))) return kind;
  }
  if (new RegExp(`${head}(?:,| (?:is|was)\\b)`, 'u').test(text) && ageOf(text, names) !== null && /\byears? (?:old|of age)\b|\baged\b/u.test(text)) return 'age';
  const lower = new Set(names.map((name) => name.toLowerCase()));
  const isKin = relationsIn(text).some(({ who, of }) => lower.has(who) && people.has(of) && !lower.has(of));
  return isKin && new RegExp(`${head}(?:,| (?:is|was)\\b)`, 'u').test(text) ? 'relation' : null;
}

const lineOf = ({ text, paragraph }: FoundSentence): CheckedLine => ({ kind: 'action', speaker: null, extensions: [], text, sceneIndex: paragraph });

function statedIn(source: SourceAnalysis, sentences: readonly FoundSentence[]): StatedFact[] {
  const people = source.analysis.cast.map((person) => ({ name: person.name, forms: nameForms(person) })).filter(({ forms }) => forms.length > 0);
  const known = new Set(people.flatMap(({ forms }) => forms.map((form) => form.toLowerCase())));
  return sentences.filter(({ text }) => text.length <= MAX_CHARS && isClaim(text)).flatMap((sentence) => people.flatMap(({ name, forms }) => {
    const kind = kindOf(sentence.text, forms, known);
    const [span] = kind ? source.toSpans([{ start: sentence.start, end: sentence.end }]) : [];
    return kind && span ? [{ subject: forms.find((form) => sentence.text.startsWith(form)) ?? name, kind, statement: sentence.text, span }] : [];
  }));
}

/** The first fact of each kind for each person, without facts that another sentence of the same source contradicts. */
function steady(facts: readonly StatedFact[], sentences: readonly FoundSentence[]): StatedFact[] {
  const lines = sentences.map(lineOf);
  return facts.filter(({ subject, kind, statement }, at) =>
    !facts.some((other, index) => index < at && other.kind === kind && other.subject === subject)
    && contradictionsOf([{ factId: '', names: [subject], kind, statement, since: null }], [{ episode: null, lines }]).length === 0);
}

/**
 * The births, deaths, ages, kinships and homes of named people that sentences of narration state outright. Contradictory statements of a text are left out,
 * and so are questions, wishes, denials and suppositions.
 */
export function statedFacts(sources: readonly SourceAnalysis[]): StatedFact[] {
  return sources.flatMap((source) => {
    const sentences = sentencesOfSources([source]);
    return steady(statedIn(source, sentences), sentences);
  }).slice(0, MAX_STATED);
}
