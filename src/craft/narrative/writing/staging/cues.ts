import type { Gender } from '../../../screenplay/model.js';
import { matchesOf } from '../../../patterns/matches.js';
import { wordTable } from '../../../patterns/word-table.js';

/** Cues that identify nobody, so that no listener could recognise their voice. */
const PLACEHOLDER = new RegExp('^(?:(?:THE |AN?)?OTHERS?|ANOTHER|ONE|ONE (?:OF|AFTER|AND) .*|(?:THE )?(?:FIRST|SECOND|THIRD|NEXT|LAST|LATTER|FORMER)|ALL|ALL (?:OF|THE) .*|BOTH|BOTH .*|EACH|EVERY(?:BODY|ONE)'
  + '|SOME(?:BODY|ONE)|ANY(?:BODY|ONE)|NO(?:BODY|NE)|THEY|THEM|WE|US|YOU|HE|SHE|IT|WHO|SEVERAL|SOME|MANY|TWO|THREE)$', 'u');

/** True for ANOTHER, ONE, ALL OF THEM: words that stand for whoever speaks, not for a person. */
export const isPlaceholder = (cue: string): boolean => PLACEHOLDER.test(cue);

const TITLES: Readonly<Record<string, Gender>> = wordTable({ MR: 'male', SIR: 'male', MASTER: 'male', LORD: 'male', MRS: 'female', MISS: 'female', MS: 'female', MADAME: 'female', LADY: 'female' });
const NO_NAME = /^(?:THE|OLD|YOUNG|LITTLE|MAN|WOMAN|DR|DOCTOR|CAPTAIN|COLONEL|PROFESSOR|INSPECTOR|OF|AND|LORD|LADY|SIR|MR|MRS|MISS|MS|MASTER|MADAME)$/u;
const BEFORE = '(?:^|[,;:!?.—–-]\\s*(?:(?:oh|ah|well|yes|no|but|and|why|now|come|good-?bye|thank you|my (?:dear|good|poor)|dear|dearest|poor|old|sweet)[ ,]+)*)';

/** True for words that call a person by the name of this cue. */
export function calls(text: string, cue: string, gender: Gender): boolean {
  const words = cue.replace(/\./gu, '').split(/[\s-]+/u);
  const own = words.map((word) => TITLES[word]).find((one) => one !== undefined) ?? (gender === 'neutral' ? undefined : gender);
  return words.filter((word) => word.length > 2 && !NO_NAME.test(word)).some((word) => {
    const name = word[0] + word.slice(1).toLowerCase();
    const pattern = new RegExp(`${BEFORE}(?:(Mr|Mrs|Miss|Ms|Sir|Master|Lady|Lord|Madame)\\.? )?(?:\\p{Lu}\\p{Ll}+ )?${name.replace(/[^\p{L}]/gu, '.')}(?=[!?]|,(?! (?:(?:or|who|whom|the|a|an)\\b|\\p{Lu}))|\\.(?:\\s|$)|—|$)`, 'gu');
    return matchesOf(text, pattern).some((match) => {
      const title = match[1] === undefined ? undefined : TITLES[match[1].toUpperCase()];
      if (title !== undefined && own !== undefined && title !== own) return false;
      return isCall(text.slice(0, match.index), text.slice(match.index + match[0].length));
    });
  });
}

/** False for a name that stands alone, which is an answer, and for a name in a list or after `is`, which is not addressed. */
const isCall = (before: string, after: string): boolean =>
  !(before.trim() === '' && /^\W*$/u.test(after)) && !/\b(?:is|was|am|named|called|and|or|with|of|by|to|for)\s*$/iu.test(before)
  && !(/^, and\b/u.test(after) && /\s\p{Lu}\p{Ll}+$/u.test(before)) && !/^,[^.!?]{0,40},? (?:said|cried|asked|replied|is|was|has|had|who)\b/u.test(after);
