/** The words for inside and outside in scene headings, in many languages. Every pattern runs in linear time. */

const ENGLISH = /^(?:int\.?\/ext|ext\.?\/int|i\.?\/e|e\.?\/i|int|ext|est)(\.|(?=[ \t]))/i;
const MAX_HEADING = 120;

/** Abbreviations. They count only in capitals before a dot, a slash or a blank. */
const SHORT = 'ИНТ|НАТ|ЭКСТ|ПАВ|ІНТ|ЕКСТ|ΕΣΩΤ|ΕΞΩΤ|ΕΣΩ|ΕΞΩ|WN|PL|WNĘTRZE|PLENER|İÇ|IÇ|DIŞ|INT|EXT|EST';
const SHORT_PREFIX = new RegExp(`^(?:${SHORT})(?:\\.?\\s?[/-]\\s?(?:${SHORT}))?(?:\\.|(?=[ \\t]))`, 'u');
/** Whole words. They make a heading only in a line without lower case that has further words. */
const WORDS = 'INNEN|AUSSEN|AUßEN|AUẞEN|INTERIOR|EXTERIOR|INTERIEUR|EXTERIEUR|INTÉRIEUR|EXTÉRIEUR|INTERNO|ESTERNO|WNĘTRZE|PLENER|BINNEN|BUITEN'
  + '|INTERIÉR|EXTERIÉR|ИНТЕРЬЕР|ЭКСТЕРЬЕР|НАТУРА|ПАВИЛЬОН|ΕΣΩΤΕΡΙΚΟ|ΕΞΩΤΕΡΙΚΟ';
const WORD_PREFIX = new RegExp(`^(?:${WORDS})(?:\\s?[/-]\\s?(?:${WORDS}))?(?=$|[\\s./,:–—-])\\s*[./,:–—-]?`, 'u');
/** Words of scripts without capitals. */
const UNCASED = 'פנים|חוץ|داخلي|خارجي|داخلی|خارجی|屋内|屋外|室内|室外|内景|外景|內景|실내|실외|내부|외부';
const UNCASED_PREFIX = new RegExp(`^(?:${UNCASED})(?:\\s?[/／・、-]\\s?(?:${UNCASED}))?(?=[\\s.。:：/／・、،–—―-])[\\s.。:：/／・、،–—―-]*`, 'u');
/** Signs before the scene of a Japanese or Korean script. */
const SIGN_PREFIX = /^(?:[○◯〇]\s?(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])|S\s?#\s?\d+[.\s]+)/u;

const TIMES = 'DAY|NIGHT|MORNING|AFTERNOON|EVENING|DAWN|DUSK|SUNRISE|SUNSET|NOON|MIDNIGHT|CONTINUOUS'
  + '|JOUR|NUIT|MATIN|SOIR|AUBE|CRÉPUSCULE|TAG|NACHT|MORGEN|ABEND|DÄMMERUNG|NACHMITTAG|VORMITTAG|MITTAG|DÍA|DIA|NOCHE|TARDE|MAÑANA|AMANECER|ATARDECER'
  + '|GIORNO|NOTTE|MATTINA|SERA|ALBA|TRAMONTO|NOITE|MANHÃ|DZIEŃ|NOC|WIECZÓR|RANEK|ŚWIT|ДЕНЬ|НОЧЬ|УТРО|ВЕЧЕР|РАССВЕТ|ЗАКАТ|НІЧ|РАНОК|ВЕЧІР'
  + '|ΜΕΡΑ|ΗΜΕΡΑ|ΝΥΧΤΑ|ΠΡΩΙ|ΒΡΑΔΥ|GÜN|GÜNDÜZ|GECE|AKŞAM|SABAH|DAG|OCHTEND|AVOND';
const INSIDE = `${WORDS}|INT|EXT|EST`;
/** Inside or outside and the time of day at the end: `KÜCHE - INNEN/TAG`, `CASA DI RITA. INTERNO GIORNO`. */
const AT_END = new RegExp(`[\\s.,–—-](?:${INSIDE})\\.?(?:\\s?/\\s?(?:${INSIDE})\\.?)?[\\s./,–—-]*(?:${TIMES})\\.?$`, 'u');
const UNCASED_AT_END = /\s(?:[内外內]|内外)[\s・/／]?[日夜晨昏朝夕]$|\s[日夜晨昏朝夕][\s・/／]?(?:[内外內]|内外)$|\s(?:داخلي|خارجي)\s?[/-]\s?(?:نهار|ليل|نهاري|ليلي|صباح|مساء)$/u;
const TIME_AT_END = new RegExp(`[-–—.]\\s*(?:(?:EARLY|LATE|NEXT|THE NEXT|THAT|SAME|LATER THAT)\\s+)?(?:${TIMES}|(?:[\\p{L}\\p{N}]+\\s+)*LATER)\\.?$`, 'u');
/** In scripts without capitals, a line that ends like a sentence is not a heading. */
const SENTENCE_END = /[.。！？!?؟]$/u;

const INSIDE_WORDS = new RegExp(`(?<!\\p{L})(?:${INSIDE})(?!\\p{L})\\.?|[内外內]|داخلي|خارجي`, 'gu');

const hasLower = (text: string): boolean => /\p{Ll}/u.test(text.replace(/ß/g, ''));
/** True for a line that has a time of day or a separator, so that it names a place and not just a word. */
const TIME_WORD_AT_END = new RegExp(`\\s(?:${TIMES})$`, 'u');
const isDivided = (line: string): boolean => /[./,،–—]|\s-|-\s/u.test(line) || TIME_WORD_AT_END.test(line);

const TIME_CLOSES = new RegExp(`[\\s.,–—-](?:${TIMES})\\.$`, 'u');
/** What divides the parts of a heading, other than the commas of a sentence. */
const PARTED = /[./–—(]|\s-|-\s/u;
/** True for a sentence that begins with a word for inside or outside: `EXTERIOR LIGHTS SNAP ON.`; `INTERIOR CASA DE LUIS. COCINA.` is a heading. */
const isSentence = (line: string, prefix: string): boolean => /[.!?…]$/u.test(line) && !/[./,:–—-]$/u.test(prefix) && !TIME_CLOSES.test(line)
  && !PARTED.test(line.replace(/[.!?…]+$/u, ''));

/** The length of the English prefix of a heading, such as `int.` or `EXT` (0 without one), and whether the prefix ends with a dot. */
export function englishPrefix(line: string): { length: number; hasDot: boolean } {
  const found = ENGLISH.exec(line);
  return { length: found?.[0].length ?? 0, hasDot: found?.[1] === '.' };
}

/** The length of the words for inside or outside at the start of a heading in another language; 0 without them. */
export function foreignPrefix(line: string): number {
  if (line.length > MAX_HEADING) return 0;
  const short = SHORT_PREFIX.exec(line);
  if (short && short[0].length < line.length && (short[0].endsWith('.') || (!hasLower(line) && isDivided(line)))) return short[0].length;
  const word = hasLower(line) ? null : WORD_PREFIX.exec(line);
  if (word && word[0].length < line.length && isDivided(line) && !isSentence(line, word[0])) return word[0].length;
  if (SENTENCE_END.test(line)) return 0;
  const uncased = UNCASED_PREFIX.exec(line) ?? SIGN_PREFIX.exec(line);
  // In Japanese and Chinese a blank after the word is proof enough, since ordinary text has no blanks; in other languages the word also begins sentences.
  const isApart = uncased !== null && (isDivided(line) || /\p{sc=Han}/u.test(uncased[0]) || SIGN_PREFIX.test(line));
  return isApart && uncased[0].length < line.length ? uncased[0].length : 0;
}

const suffixOf = (line: string): number =>
  (line.length > MAX_HEADING || hasLower(line) ? -1 : (AT_END.exec(line) ?? UNCASED_AT_END.exec(line))?.index ?? -1);

/** An ordinary line with lower-case letters, as most lines are; it needs no further test. */
const PLAIN_LINE = /^(?!WN|PL|S\s?#)[ -~]*[a-z]/;

/** True for a line that says inside or outside in a language other than English. */
export const isForeignHeading = (line: string): boolean =>
  !PLAIN_LINE.test(line) && (foreignPrefix(line) > 0 || suffixOf(line) >= 0);

/** A heading in another language without the words for inside and outside, its parts separated by dashes. */
export function withoutForeignSetting(heading: string): string {
  const at = suffixOf(heading);
  const rest = at < 0 ? heading.slice(foreignPrefix(heading))
    : `${heading.slice(0, at).replace(/[\s.,–—-]+$/u, '')} - ${heading.slice(at).replace(INSIDE_WORDS, ' ').replace(/^[\s.,/–—-]+/u, '')}`;
  return rest.replace(/\.\s+/gu, ' - ').replace(/[\s.,:;/–—-]+$|^[\s.,:;/–—-]+/gu, '');
}

/** True for a line in capitals that ends with a time of day, as headings do: `THE KITCHEN - NIGHT`. */
export const namesTimeOfDay = (line: string): boolean => line.length <= MAX_HEADING && !hasLower(line) && TIME_AT_END.test(line);
