import type { Rule, Understood } from '../../../narrative/instructions/understand.js';
import { aboutRule, DEGREE, personOf, whole, wholly, whoIn } from '../../../trailer/asked.js';
import type { TextMode } from '../../deck.js';

/** What an instruction may ask of the text of a chapter; `who` is a person of the read. */
export type TextWish =
  | { kind: 'shorter' | 'longer' | 'question' | 'statement' | 'earlier' | 'later' | 'told' }
  | { kind: 'sentences'; count: number }
  | { kind: 'about_person' | 'without_person' | 'words_of'; who: string }
  | { kind: 'about' | 'without'; phrase: string };

/** What an instruction may ask of a chapter, including its text. */
export type ChapterWish =
  | TextWish
  | { kind: 'other_text' | 'other_line' | 'no_line' | 'text_only' | 'picture_only' | 'both' | 'place' | 'everybody' }
  | { kind: 'close_on' | 'line_by'; who: string }
  | { kind: 'seconds'; seconds: number }
  | { kind: 'mode'; mode: TextMode };

/** What an instruction may ask of a whole deck. */
export type DeckWishPart =
  | { kind: 'shorter' | 'longer' | 'less_text' | 'more_text' | 'more_lines' | 'fewer_lines' | 'ends_asking' }
  | { kind: 'more_of' | 'without_person'; who: string }
  | { kind: 'without'; phrase: string }
  | { kind: 'seconds'; seconds: number };

export const TEXT_UNDERSTANDS = 'shorter, longer, a question, a statement, earlier, later, in one sentence, in two sentences, about the light, without the light, about MARA, without MARA, '
  + 'in the words of MARA, told by the narrator';
export const CHAPTER_UNDERSTANDS = `${TEXT_UNDERSTANDS}, another text, another line, a line by MARA, no line, text only, picture only, both, close on MARA, show the place, show everybody, `
  + '12 seconds, voice-over, caption';
export const DECK_UNDERSTANDS = 'shorter, longer, more of MARA, without MARA, without the light, less text, more text, more lines, fewer lines, end on a question, 90 seconds';

const NUMBERS = ['one', 'two', 'three', 'four'];
const numberIn = (words: string): number => (NUMBERS.includes(words.toLowerCase()) ? NUMBERS.indexOf(words.toLowerCase()) + 1 : Number(words));

const PLAIN: readonly (readonly ['shorter' | 'longer' | 'question' | 'statement' | 'earlier' | 'later' | 'told', RegExp])[] = [
  ['shorter', whole(`(?:an? )?${DEGREE}(?:shorter|briefer|short|brief|tighter)(?: text| one| version)?|(?:less|fewer) (?:text|words)`)],
  ['longer', whole(`(?:an? )?${DEGREE}(?:longer|long)(?: text| one| version)?|more (?:text|words|detail)`)],
  ['question', whole('(?:(?:as|ask|with) )?(?:an?(?:other)? )?question')], ['statement', whole('(?:an? )?statement|no question|not a question')],
  ['earlier', whole(`(?:an? )?(?:from )?${DEGREE}earlier(?: moment| in the story| text| one)?`)], ['later', whole(`(?:an? )?(?:from )?${DEGREE}later(?: moment| in the story| text| one)?`)],
  ['told', whole('(?:told )?by the narrator|told|in the third person|no quotation|without (?:a )?quotations?')],
];

const plainRule: Rule<TextWish> = (words) => {
  const kind = PLAIN.find(([, pattern]) => pattern.test(words))?.[0];
  if (kind) return { kind };
  const count = /^(?:in|with|only|just) (?:only )?(one|two|three|four|\d) sentences?$/iu.exec(words)?.[1];
  return count === undefined ? null : { kind: 'sentences', count: numberIn(count) };
};

const personNamed = (words: string | undefined, people: readonly string[]): string | null => whoIn(words, people) ?? null;

const personRule = (people: readonly string[]): Rule<TextWish> => (words) => {
  const own = personNamed(/^in (?:the )?(?:own )?words of (.+)$/iu.exec(words)?.[1] ?? /^in (.+?)[’']s? (?:own )?words$/iu.exec(words)?.[1] ?? /^(?:said|spoken) by (.+)$/iu.exec(words)?.[1], people);
  if (own !== null) return { kind: 'words_of', who: own };
  const about = personNamed(/^(?:more )?(?:about|on|naming|mentioning|with) (.+)$/iu.exec(words)?.[1], people);
  if (about !== null) return { kind: 'about_person', who: about };
  const without = personNamed(/^(?:without|no|not about|never mention|leave out) (.+)$/iu.exec(words)?.[1], people);
  return without === null ? null : { kind: 'without_person', who: without };
};

const ofPeople = <W extends { kind: string }>(asked: readonly Understood<W>[], people: readonly string[]): Understood<W>[] => asked.map(({ words, change }) => {
  const who = personOf(change, people);
  return { words, change: who === null || who === undefined ? change : { kind: 'without_person', who } as unknown as W };
});

const textRules = (people: readonly string[]): Rule<TextWish>[] => [plainRule, personRule(people), aboutRule];

/** What an instruction asks of a text. Raises `NotUnderstood` with every part that no rule understands. */
export const understandText = (instruction: string, people: readonly string[]): Understood<TextWish>[] =>
  ofPeople(wholly<TextWish>(instruction, textRules(people), TEXT_UNDERSTANDS), people);

const SECONDS = /^(?:(?:lasts?|last(?:ing)?|for|exactly|to|in|about|make it) )*(\d{1,3}) ?(?:s|sec|secs|seconds?)(?: long)?$/iu;

const secondsIn = (words: string): number | null => {
  const found = SECONDS.exec(words)?.[1];
  return found === undefined ? null : Number(found);
};

const CHAPTER_PLAIN: readonly (readonly ['other_text' | 'other_line' | 'no_line' | 'text_only' | 'picture_only' | 'both' | 'place' | 'everybody', RegExp])[] = [
  ['other_text', whole('(?:an)?other (?:text|words|sentences?)|different (?:text|words)|say something else|rewrite(?: it)?')],
  ['other_line', whole('(?:an)?other line|(?:a )?different line')], ['no_line', whole('(?:no|without(?: a| the| any)?|drop the|remove the) lines?|text without (?:a )?line')],
  ['text_only', whole('(?:the )?(?:text|words) (?:only|alone)|only (?:the )?(?:text|words)|no picture|without (?:a |the )?picture|(?:a |as a )?text card')],
  ['picture_only', whole('(?:the )?picture (?:only|alone)|only (?:the )?picture|no (?:printed )?text(?: on (?:it|the picture))?')],
  ['both', whole('(?:both|text and picture|picture and text|text over (?:the )?picture)')],
  ['place', whole('show (?:only )?the (?:place|setting|location|room)|(?:the|an?) (?:place|setting|location|empty (?:room|place)) only|wide shot of the place')],
  ['everybody', whole('show (?:everybody|everyone|all of them|them all)|wide(?: shot)?')],
];

const chapterRule = (people: readonly string[]): Rule<ChapterWish> => (words) => {
  const kind = CHAPTER_PLAIN.find(([, pattern]) => pattern.test(words))?.[0];
  if (kind) return { kind };
  if (whole('(?:as )?(?:a )?(?:voice-?over|voice over|spoken|read aloud|by the narrator, spoken)').test(words)) return { kind: 'mode', mode: 'voiceover' };
  if (whole('(?:as )?(?:an? )?(?:captions?|printed|silent(?:ly)?|no voice(?:-?over)?)').test(words)) return { kind: 'mode', mode: 'caption' };
  const seconds = secondsIn(words);
  if (seconds !== null) return { kind: 'seconds', seconds };
  const close = personNamed(/^(?:(?:a )?close(?:r|-?up)?|show|nearer) (?:on |of |to |up (?:on|of) )?(.+)$/iu.exec(words)?.[1], people);
  if (close !== null) return { kind: 'close_on', who: close };
  const by = personNamed(/^(?:(?:an?|another|the) )?lines? (?:by|from|of) (.+)$/iu.exec(words)?.[1], people);
  return by === null ? null : { kind: 'line_by', who: by };
};

/** What an instruction asks of a chapter. Raises `NotUnderstood` with every part that no rule understands. */
export const understandChapter = (instruction: string, people: readonly string[]): Understood<ChapterWish>[] =>
  ofPeople(wholly<ChapterWish>(instruction, [chapterRule(people), ...textRules(people)], CHAPTER_UNDERSTANDS), people);

const DECK_PLAIN: readonly (readonly ['shorter' | 'longer' | 'less_text' | 'more_text' | 'more_lines' | 'fewer_lines' | 'ends_asking', RegExp])[] = [
  ['shorter', whole(`${DEGREE}(?:shorter|briefer|short|tighter)(?: chapters| deck)?|fewer chapters`)], ['longer', whole(`${DEGREE}(?:longer|long)(?: chapters| deck)?|more chapters`)],
  ['less_text', whole('(?:less|fewer) (?:text|words|narration|reading)|shorter texts?')], ['more_text', whole('more (?:text|words|narration|detail)|longer texts?')],
  ['more_lines', whole('more (?:recorded )?(?:lines|voices|dialogue|of the read)')], ['fewer_lines', whole('(?:fewer|less) (?:recorded )?(?:lines|voices|dialogue)')],
  ['ends_asking', whole('(?:end|close|finish)s? (?:on|with|in) (?:an? )?question')],
];

const deckRule = (people: readonly string[]): Rule<DeckWishPart> => (words) => {
  const kind = DECK_PLAIN.find(([, pattern]) => pattern.test(words))?.[0];
  if (kind) return { kind };
  const seconds = secondsIn(words);
  if (seconds !== null) return { kind: 'seconds', seconds };
  const more = personNamed(/^more (?:of |by |from |about )?(.+)$/iu.exec(words)?.[1], people);
  if (more !== null) return { kind: 'more_of', who: more };
  const without = personNamed(/^(?:without|no|leave out|drop|remove|cut) (.+)$/iu.exec(words)?.[1], people);
  return without === null ? null : { kind: 'without_person', who: without };
};

const withoutRule: Rule<DeckWishPart> = (words) => {
  const wish = aboutRule(words);
  return wish?.kind === 'without' ? wish : null;
};

/** What an instruction asks of a whole deck. Raises `NotUnderstood` with every part that no rule understands. */
export const understandDeck = (instruction: string, people: readonly string[]): Understood<DeckWishPart>[] =>
  ofPeople(wholly<DeckWishPart>(instruction, [deckRule(people), withoutRule], DECK_UNDERSTANDS), people);
