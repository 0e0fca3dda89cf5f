import { englishPrefix, isForeignHeading, withoutForeignSetting } from '../fountain/prefixes.js';
import { matchesOf } from '../../patterns/matches.js';
import { withoutLongBlanks } from './spoken-line.js';

/** The place and time of a heading, in words for a narrator. */
export interface SpokenHeading {
  place: string;
  /** The rest in order: time of day, year, weather. */
  details: string[];
  /** The scene follows the one before after some time. */
  isLater: boolean;
}

const NUMBER_ABOVE = /^\s*#?\d+[A-Z]{0,2}[.)#]?\s+(?=(?:INT|EXT|EST|I\s?\/\s?E)\b)/iu;
const NUMBER_BEHIND = /\s+#[^#\s]{1,8}#\s*$/u;
const SETTING = /^\s*(?:INT|EXT|EST|INTERIOR|EXTERIOR|I\s?\/\s?E|E\s?\/\s?I)\b\.?(?:\s?[/-]\s?(?:INT|EXT|INTERIOR|EXTERIOR)\b\.?)?\s*[-–—:.]?\s*/iu;
/** The dashes, brackets and other marks that separate the parts of a heading. */
const BREAKS = /\s+[-–—]+\s+|\s*[–—]+\s*|\s+-+(?=\S)|\s*[()（）[\]]\s*|\s*[;、・]\s*|\s*,\s*/u;
/** Details that say nothing new to a listener. */
const UNSAID = /^(?:continuous|cont(?:['’]?d|inued|inuing)?\.?|same(?: time| day)?|the same)$/iu;
const LATER = /^(?:(?:(?:a )?(?:few |some )?(?:moments?|minutes?|hours?|days?|weeks?|months?|years?|while|short time) )?later|later (?:that|the same) \p{L}+)$/iu;
const ABBREVIATIONS = new Set(['BBC', 'CCTV', 'CIA', 'DNA', 'FBI', 'HQ', 'MI5', 'MI6', 'NYPD', 'TV', 'UFO', 'UK', 'USA']);

/** Gives a word of a heading in the case in which the text prints it. */
export type Casing = (word: string) => string;

/**
 * Learns from other text how to print the words of headings, which stand in capitals: with a capital, as a name, if the text has the word only with a
 * capital; else in lower case.
 */
export function casingOf(texts: Iterable<string>): Casing {
  const seen = new Map<string, string>();
  for (const text of texts) {
    for (const [word] of matchesOf(text, /\p{L}+(?:['’]\p{L}+)*/gu)) {
      const key = word.toLowerCase();
      if (word === word.toUpperCase() && word.length > 1) continue;
      if (word === key || !seen.has(key)) seen.set(key, word);
    }
  }
  return (word) => {
    const upper = word.toUpperCase();
    if (word === upper && ABBREVIATIONS.has(upper)) return word;
    const stem = word.toLowerCase().replace(/['’]s$/u, '');
    return word === upper ? seen.get(word.toLowerCase()) ?? (seen.get(stem) ?? stem) + word.slice(stem.length).toLowerCase() : word;
  };
}

const OMITTED = /^\s*(?:#?\d+[A-Z]{0,2}[.)#]?\s+)?\(?OMIT(?:TED)?\)?\.?(?:\s+#[^#\s]{1,8}#)?\s*$/iu;

/** True for the heading of a scene that was cut after scenes were numbered: only its number is kept. */
export const isOmitted = (heading: string): boolean => OMITTED.test(heading);

/** The heading without INT., EXT. or their equivalents in other languages. */
const withoutSetting = (heading: string): string =>
  (englishPrefix(heading).length === 0 && isForeignHeading(heading) ? withoutForeignSetting(heading) : heading.replace(SETTING, ''));

/** A heading without its number and without INT. or EXT.; `place` is empty when the heading names none. */
export function spokenHeading(heading: string, casing: Casing): SpokenHeading {
  const bare = withoutSetting(withoutLongBlanks(heading).replace(NUMBER_BEHIND, '').replace(NUMBER_ABOVE, '').trim()).replace(/\s*[.:]\s*$/u, '');
  const parts = bare.split(BREAKS).flatMap((part) => part.split(/\s*[/／]\s*/u)).map((part) => part.replace(/\s+/gu, ' ').trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .map((part) => part.replace(/\p{L}[\p{L}\p{N}]*(?:['’]\p{L}+)*/gu, (word) => casing(word)));
  const [place = '', ...rest] = parts.filter((part) => !UNSAID.test(part));
  if (LATER.test(place)) return { place: '', details: [place, ...rest], isLater: true };
  return { place, details: rest, isLater: rest.some((part) => LATER.test(part)) };
}
