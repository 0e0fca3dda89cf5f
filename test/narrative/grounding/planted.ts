/** False and true retellings of a source's sentences, made by rule: the same source gives the same statements. */

export type PlantedKind = 'number' | 'name' | 'negation' | 'cause' | 'invented';
export interface Statement { says: string; cited: string[] }
export interface Retelling extends Statement { rule: string }
export interface Planted extends Retelling { kind: PlantedKind }

const NUMBER_WORDS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'fifteen', 'twenty', 'thirty', 'forty', 'fifty',
  'sixty', 'seventy', 'eighty', 'ninety', 'hundred', 'thousand'];
const NUMBER = new RegExp(`\\b(?:${NUMBER_WORDS.join('|')}|\\d+(?:[.,]\\d+)*)\\b`, 'iu');
const NAME = /(?<=[\p{Ll},] )\p{Lu}\p{Ll}{3,}/gu;
const AUXILIARY = /\b(was|were|is|are|had|has|could|can|will|would|must|should|may|might)\b(?! (?:not|never|no)\b)/u;
const STRANGERS = ['Marsden', 'Brightwell', 'Oxenholme', 'Hallam', 'Vesey'];
const CAUSES = ['because the government had ordered it', 'because of a quarrel over money', 'due to a fire in the harbour', 'because the king was afraid of a war',
  'as a result of a long strike'];

const lowerFirst = (text: string): string => (/^(?:I\b|\p{Lu}\p{Ll}+ \p{Lu})/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1));
const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const bare = (text: string): string => text.replace(/[.!?]+$/u, '');
const isPlain = (sentence: string): boolean => !/[“”"‘?]/u.test(sentence);
const wordCount = (text: string): number => text.split(/\s+/u).length;

/** The sentence to its last comma, if that leaves something to say. */
export function trimmed(sentence: string): string | null {
  const at = sentence.lastIndexOf(',');
  const head = at < 0 ? '' : sentence.slice(0, at);
  const parts = head.split(',');
  return wordCount(head) >= 6 && wordCount(parts.at(-1)!) >= 4 && !/^(?:if|when|as|after|before|because|although|though|while|until|since|unless|with|in|on|at|by|for|where)\b/iu.test(parts.at(-1)!.trim())
    ? `${head}.` : null;
}

function otherNumber(found: string, at: number): string {
  if (/^\d/u.test(found)) {
    const value = Number(found.replaceAll(',', ''));
    return String(found.includes('.') ? (value + 1.3).toFixed(1) : value > 1_000 ? value + 11 + at % 7 : value + 3 + at % 5);
  }
  const place = NUMBER_WORDS.indexOf(found.toLowerCase());
  return NUMBER_WORDS[(place + 3 + at % 5) % NUMBER_WORDS.length]!;
}

function withoutNegation(sentence: string): string | null {
  const rules: [RegExp, string][] = [[/\b(did|do|does) not /u, ''], [/n[’']t /u, ' '], [/ not /u, ' '], [/ never /u, ' '], [/\bNobody\b/u, 'Everybody'], [/\bnobody\b/u, 'everybody'],
    [/\bNothing\b/u, 'Everything'], [/ no /u, ' a '], [/ without /u, ' with ']];
  for (const [pattern, put] of rules) if (pattern.test(sentence)) return sentence.replace(pattern, put);
  return null;
}

/** Each sentence as a statement about itself. */
export const verbatim = (sentences: readonly string[]): Statement[] => sentences.map((sentence) => ({ says: sentence, cited: [sentence] }));

/** False statements, each made of a true one by altering one thing; `elsewhere` are sentences of another text. */
export function plantedIn(statements: readonly Statement[], elsewhere: readonly string[]): Planted[] {
  const names = [...new Set(statements.flatMap(({ says }) => [...says.matchAll(NAME)].map(([name]) => name)))];
  return statements.flatMap(({ says, cited }, at) => {
    if (!isPlain(says) || wordCount(says) < 5) return [];
    const base = at % 2 === 0 ? trimmed(says) ?? says : says;
    const planted: Planted[] = [];
    const plant = (kind: PlantedKind, rule: string, altered: string): void => { planted.push({ kind, rule, says: upperFirst(altered), cited }); };
    const number = NUMBER.exec(base);
    if (number) plant('number', 'another number', base.replace(NUMBER, otherNumber(number[0], at)));
    const name = base.match(NAME)?.[0];
    if (name) {
      const others = names.filter((other) => !cited.join(' ').includes(other));
      plant('name', 'another name', base.replace(name, at % 2 === 0 || others.length === 0 ? STRANGERS[at % STRANGERS.length]! : others[at % others.length]!));
    }
    if (at % 3 === 0 && AUXILIARY.test(base)) plant('negation', 'a negator put in', base.replace(AUXILIARY, '$1 not'));
    const affirmed = withoutNegation(base);
    if (affirmed) plant('negation', 'a negator left out', affirmed);
    const because = /^(.*\w),? because (.*)$/u.exec(bare(says));
    const far = statements[(at + 9) % statements.length]!.says;
    if (because) {
      plant('cause', 'turned round', `${because[2]!}, because ${lowerFirst(because[1]!)}.`);
      plant('cause', 'another cause', `${because[1]!} ${CAUSES[at % CAUSES.length]!}.`);
    } else if (at % 4 === 0) plant('cause', 'an invented cause', `${bare(base)} ${CAUSES[at % CAUSES.length]!}.`);
    else if (at % 4 === 2 && isPlain(far) && wordCount(far) > 4 && wordCount(far) < 25) {
      plant('cause', 'a cause from elsewhere in the source', `${bare(base)}, because ${lowerFirst(far)}`);
    }
    const foreign = elsewhere[(at * 7) % Math.max(1, elsewhere.length)];
    if (at % 5 === 0 && foreign && isPlain(foreign) && wordCount(foreign) > 4) plant('invented', 'a sentence of another text', foreign);
    return planted;
  });
}

const DIGITS: Readonly<Record<string, string>> = { two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9', ten: '10', eleven: '11', twelve: '12', twenty: '20', forty: '40' };

/** True statements about the sentences of a source: trimmed, joined, introduced, with figures in another form. */
export function trueIn(sentences: readonly string[]): Retelling[] {
  const made: Retelling[] = [];
  sentences.forEach((sentence, at) => {
    if (!isPlain(sentence) || wordCount(sentence) < 6) return;
    const add = (rule: string, says: string, cited = [sentence]): void => { made.push({ rule, says, cited }); };
    const short = trimmed(sentence);
    if (short) add('trimmed', short);
    const word = /(?<!-)\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|forty)\b(?![- ](?:\w+ty|hundred|thousand|million|one|two|three|four|five|six|seven|eight|nine|of the clock))/u.exec(sentence);
    if (word) add('figures', sentence.replace(word[0], DIGITS[word[0]]!));
    const next = sentences[at + 1];
    if (at % 3 === 0 && next && isPlain(next) && wordCount(next) > 3) add('joined', `${bare(short ?? sentence)}, and ${lowerFirst(next)}`, [sentence, next]);
    if (at % 3 === 1) add('introduced', `As the text tells us, ${lowerFirst(sentence)}`);
    const adverb = /(?: very| quite| however,| indeed,| almost entirely| then,)/u.exec(sentence);
    if (adverb) add('an adverb left out', sentence.replace(adverb[0], ''));
    const aside = /, (?:which|who) [^,]+,/u.exec(sentence);
    if (aside) add('an aside left out', sentence.replace(aside[0], ''));
    if (at % 4 === 2) add('asked', `So ${lowerFirst(bare(sentence))}?`);
  });
  return made;
}
