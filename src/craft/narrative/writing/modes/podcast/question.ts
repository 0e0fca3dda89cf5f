import { isAuxiliary, phraseFrom, questionForm, type Clause } from './clauses.js';

export type QuestionKind = 'who' | 'when' | 'where' | 'why' | 'how' | 'count' | 'measure' | 'what' | 'like' | 'said' | 'whether';

/** A question that a sentence answers. `answer` holds the words of the sentence that answer it. */
export interface Question { text: string; kind: QuestionKind; answer: string }

/** Nouns for people. A person described by one of them is asked for with `who`. */
export const PERSON = /\b(?:man|woman|boy|girl|child|doctor|engineer|farmer|teacher|captain|driver|passenger|student|soldier|nurse|scientist|statistician|writer|priest|king|queen|sailor|clerk|inspector|mother|father|brother|sister|wife|husband|somebody|someone|missionary|men|women|boys|girls|people|natives|soldiers|sailors|cousin|uncle|aunt|son|daughter|friend|servant|officer|lady|gentleman|stranger|neighbour|neighbor|professor|scholar|expert|mechanic|contractor|lawyer|judge|guide|hunter|shepherd|baker|miller)\b/u;

/** The question that these words make, as a list of one; empty when a word is null or the answer is empty. */
export const asked = (kind: QuestionKind, answer: string, ...words: (string | null)[]): Question[] => {
  if (words.includes(null) || answer === '') return [];
  const text = words.filter((word) => word !== '').join(' ').replace(/\s+/gu, ' ').replace(/[,.;:]$/u, '').trim();
  return [{ kind, answer, text: `${text[0]!.toUpperCase()}${text.slice(1)}?` }];
};

/** The question form of a clause, such as `did the ferry leave Port Ellery`; null when its verb phrase does not end at a boundary or is negated. */
export function inverted(clause: Clause, fewest = 0, most = 9, keep: RegExp | null = null): string | null {
  const verb = clause.tokens[clause.verb]!;
  const rest = phraseFrom(clause, clause.verb + 1, isAuxiliary(clause) ? Math.max(1, fewest) : fewest, most, keep);
  if (rest === null || /\bnot?\b|n[’']t\b|\bnever\b/u.test(rest)) return null;
  if (isAuxiliary(clause)) return `${verb.lower} ${clause.subject} ${rest}`;
  const form = questionForm(verb, clause.isPlural);
  return form ? `${form.auxiliary} ${clause.subject} ${form.base} ${rest}` : null;
}

/** Modal verbs, from which no `why` or `how` question is built: whether something can be is a different question from whether it is. */
export const MODAL = /^(?:can|could|may|might|will|would|shall|should|must)$/u;
/** True for a clause with a reflexive or a vague quantity, which nobody would ask about. */
export const isSaidOfSelf = (clause: string): boolean =>
  /\b(?:myself|yourself|himself|herself|itself|themselves|ourselves|more|much|something|anything|only|even|so|almost|nearly|hardly|scarcely)\b/u.test(clause);
/** True for a question that contains a clause to its end. A question with half a clause would ask for something else. */
export const endsWith = (question: string, clause: string): boolean =>
  clause.replace(/[\s,;.]+$/u, '').split(' ').at(-1)!.toLowerCase() === question.split(' ').at(-1)!.toLowerCase() || clause.split(' ').length <= 3;
