/**
 * The code of the first joined form of each letter. The forms follow in this order: isolated, final, and for letters that join the next one also initial and
 * medial.
 */
const FORMS = new Map<string, readonly [first: number, count: 2 | 4]>();
const series = (letters: string, first: number, counts: string): void => {
  let at = first;
  [...letters].forEach((letter, index) => {
    const count = counts[index] === '2' ? 2 : 4;
    FORMS.set(letter, [at, count]);
    at += count;
  });
};
series('آأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي', 0xfe81, '22224242444442222444444444444444224');
series('پ', 0xfb56, '4');
series('ٹ', 0xfb66, '4');
series('چ', 0xfb7a, '4');
series('ڈ', 0xfb88, '2');
series('ژ', 0xfb8a, '2');
series('ڑ', 0xfb8c, '2');
series('کگ', 0xfb8e, '44');
series('ں', 0xfb9e, '2');
series('ہ', 0xfba6, '4');
series('ھ', 0xfbaa, '4');
series('ے', 0xfbae, '2');
series('ی', 0xfbfc, '4');

/** The isolated form of lam with each alef; the final form is the next code. */
const LAM_ALEF: Readonly<Record<string, number>> = { آ: 0xfef5, أ: 0xfef7, إ: 0xfef9, ا: 0xfefb };
const TATWEEL = 'ـ';
const isMark = (character: string): boolean => /\p{M}/u.test(character);

/** Replaces Arabic letters by the forms that join their neighbours, and lam with alef by their ligature, as in print. */
export function joinedForms<T extends { character: string }>(line: readonly T[]): T[] {
  const letters = line.map(({ character }, at) => ({ character, at })).filter(({ character }) => !isMark(character));
  const joinsNext = (character: string | undefined): boolean =>
    character !== undefined && (character === TATWEEL || FORMS.get(character)?.[1] === 4);
  const joinsLast = (character: string | undefined): boolean => character !== undefined && (character === TATWEEL || FORMS.has(character));
  const shaped: (T | null)[] = [...line];
  for (let index = 0; index < letters.length; index += 1) {
    const { character, at } = letters[index]!;
    const form = FORMS.get(character);
    if (!form) continue;
    const after = letters[index + 1];
    const joinedBefore = joinsNext(letters[index - 1]?.character) && shaped[letters[index - 1]!.at] !== null;
    const alef = character === 'ل' && after ? LAM_ALEF[after.character] : undefined;
    if (alef !== undefined) {
      shaped[at] = { ...line[at]!, character: String.fromCodePoint(alef + (joinedBefore ? 1 : 0)) };
      shaped[after!.at] = null;
      index += 1;
      continue;
    }
    const joinedAfter = form[1] === 4 && joinsLast(after?.character);
    const offset = joinedAfter ? (joinedBefore ? 3 : 2) : joinedBefore ? 1 : 0;
    shaped[at] = { ...line[at]!, character: String.fromCodePoint(form[0] + offset) };
  }
  return shaped.filter((one): one is T => one !== null);
}

const JOINED = /[\ufb50-\ufdff\ufe70-\ufefc]/gu;

/** The base letter of a joined form. A ligature of two letters stays, because readers would reverse its letters. */
export function letterOf(character: string): string {
  const letters = /[\ufb50-\ufdff\ufe70-\ufefc]/u.test(character) ? character.normalize('NFKC') : character;
  return letters.length === 1 ? letters : character;
}

/** The text with joined forms replaced by their base letters. */
export const withoutJoinedForms = (text: string): string => text.replace(JOINED, (form) => form.normalize('NFKC'));
