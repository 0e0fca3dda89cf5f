import type { Distance } from '../model.js';
import { wordTable } from '../../patterns/word-table.js';

/**
 * More blanks in a row than two say nothing. They are cut first, because a pattern that begins with blanks searches a run of them from each of its blanks to
 * its end: 20,000 blanks would take seconds.
 */
export const withoutLongBlanks = (text: string): string => text.replace(/\s{3,}/gu, '  ');

/** An age: `(60s)`, `JO, mid-30s,`, `in his late 40s`. The 60s alone are years. */
const AGES: readonly RegExp[] = [
  /(?=[2-9]0)(?<=[([,]\s*(?:(?:early|mid|late)[\s-]+)?)([2-9]0)['’]?s(?=\s*[),;.])/giu,
  /(?=[2-9]0)(?<=\bin\s(?:his|her|their)\s(?:(?:early|mid|late)[\s-]+)?)([2-9]0)['’]?s(?!\p{L})/giu,
];
const DECADES: Record<string, string> = wordTable({
  20: 'twenties', 30: 'thirties', 40: 'forties', 50: 'fifties', 60: 'sixties', 70: 'seventies', 80: 'eighties', 90: 'nineties',
});

/** Abbreviations in screenplays, with the words that a narrator says; an empty string is not spoken. */
const SHORT_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\s*\(\s*CONT(?:['’]?D|INUED)?\.?\s*\)/giu, ''],
  [/\s*\(\s*\?+\s*\)/gu, ''],
  [/\s*\(\s*V\.?\s?O\.?\s*\)/gu, ', in voice-over,'], [/(?<![\p{L}.])V\.\s?O\.(?!\p{L})/gu, 'voice-over'],
  [/\s*\(\s*O\.?\s?[SC]\.?\s*\)/gu, ', off screen,'], [/(?<![\p{L}.])O\.\s?[SC]\.(?!\p{L})/gu, 'off screen'],
  [/(?<![\p{L}.])a\.?k\.?a\.?(?=[\s,)"“”'’])/giu, 'also known as'],
  [/(?<![\p{L}.])P\.?O\.?V\.?(?![\p{L}.])/gu, 'point of view'],
  [/(?<![\p{L}.])b\.\s?g\.(?!\p{L})/giu, 'background'], [/(?<![\p{L}.])f\.\s?g\.(?!\p{L})/giu, 'foreground'],
  [/(?<!\p{L})M\.?O\.?S\.?(?=\s|[,;:)]|$)/gu, 'without sound'], [/(?<![\p{L}/])w\/(?=\s?\p{L})/gu, 'with '],
];
const DASHES: readonly (readonly [RegExp, string])[] = [
  [/([.,;:!?])\s*--+\s*/gu, '$1 '], [/\s*(?<!-)--+(?=["”'’)]*\s*$)/gu, '...'], [/^\s*--+\s*/gu, ''], [/\s*--+\s*/gu, ', '],
];
/** Production tags after a sentence or a heading. */
const TAGS_BEHIND = /(?<=[.!?…"”:])(?:\s+#\p{L}[\p{L}\p{N}_-]*)+$/u;
const SPACING: readonly (readonly [RegExp, string])[] = [[/\s+/gu, ' '], [/\s+([.,;:!?])/gu, '$1'], [/,(?:\s*,)+/gu, ','], [/,\s*([.;:!?])/gu, '$1'], [/,$/gu, '']];

/** The spoken form of a line of a screenplay: abbreviations in words, ages as people say them, dashes as pauses. */
export function spokenLine(text: string): string {
  const given = withoutLongBlanks(text);
  const short = [...SHORT_FORMS, ...DASHES].reduce((line, [form, words]) => line.replace(form, words), given.replace(TAGS_BEHIND, ''));
  const aged = AGES.reduce((line, age) => line.replace(age, (_all, decade: string) => DECADES[decade]!), short);
  return aged === given ? text : SPACING.reduce((line, [form, words]) => line.replace(form, words), aged).trim();
}

/**
 * True for `FADE IN:` and similar lines, which open or close a picture. They count as transitions, although Fountain parses them as action, and are never
 * spoken.
 */
export const isPictureFade = (text: string): boolean =>
  /^(?:SLOW(?:LY)? )?(?:FADE|FADES|DISSOLVE|IRIS) (?:IN|UP|OUT|FROM|TO|ON)(?: (?:ON|TO|FROM|IN|BLACK|WHITE))*[.:]?$/u.test(text);

const TELEPHONE = /\b(?:filter(?:ed)?|phone|telephone|radio|intercom|speaker(?:phone)?|walkie|tv|television|p\.?a\.?|on screen|video)\b/iu;
const OFF = /^(?:o\.?\s?[sc]\.?|off(?:[\s-]?(?:screen|camera|stage))?|h\.?\s?c\.?|off)$/iu;

/** Where a voice comes from, according to the brackets after its cue; null for a voice in the room and for a voice-over. */
export function distanceOfCue(extensions: readonly string[]): Distance | null {
  if (extensions.some((extension) => TELEPHONE.test(extension))) return 'telephone';
  return extensions.some((extension) => OFF.test(extension.trim())) ? 'far' : null;
}

const VOICE_OVER = /^(?:v\.?\s?o\.?|voice[\s-]?over|narrat(?:ion|ing))$/iu;

/** True for a speech whose speaker is not on the screen: a voice-over, or a voice from elsewhere. */
export const isOffScreen = (extensions: readonly string[]): boolean =>
  distanceOfCue(extensions) !== null || extensions.some((extension) => VOICE_OVER.test(extension.trim()));

const LANGUAGE = /^(?:(?:speak(?:s|ing)?|in|then in|back (?:to|in)|switch(?:es|ing)? to|all in|sub-?titles?:?)\s+)+(?:perfect |broken |fluent |accented )?(?:sign language|ASL|\p{Lu}\p{L}+)(?:\s+(?:with|without)\s+sub-?titles)?$/u;
const SUBTITLES = /^(?:in |with |no |without )?(?:sub-?titles?|sub-?titled|translated|untranslated|un-?sub-?titled)(?: in \p{L}+)?$/iu;

/** The parts of a parenthetical that tell how a line is acted: empty for `in Vietnamese, subtitled`, `angry` for `in French, angry`. */
export function actingPart(bracket: string): string {
  const parts = withoutLongBlanks(bracket).split(/\s*[,;]\s*/u);
  const kept = parts.filter((part) => !LANGUAGE.test(part.trim()) && !SUBTITLES.test(part.trim()));
  return kept.length === parts.length ? bracket : kept.join(', ').trim();
}
