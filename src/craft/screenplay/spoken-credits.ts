import { NARRATOR, type Screenplay } from './model.js';

/** The words before the first line and after the last one; null for none. */
export interface SpokenCredits { opening: string | null; closing: string | null }

const NONE: SpokenCredits = { opening: null, closing: null };

const sentence = (words: string): string => (/[.?!…]["”’)]*$/u.test(words) ? words : `${words}.`);

/** The opening and closing credits of a read: `The Voyage, by Ann Hale. Part 2 of 9.` */
export function spokenCredits({ credited, author = credited?.author }: Pick<Screenplay, 'credited' | 'author'>): SpokenCredits {
  if (!credited) return NONE;
  const { title, part, isIntroduced, isForeign } = credited;
  if (isForeign) return { opening: title === null || isIntroduced ? null : sentence(title), closing: null };
  const signed = title !== null && author ? `${title}, by ${author}` : title;
  const opening = [...(signed === null ? [] : [sentence(signed)]), ...(part ? [`Part ${part.index} of ${part.count}.`] : [])].join(' ');
  const heard = signed === null ? [] : [sentence(part ? `That was part ${part.index} of ${signed}` : `That was ${signed}`)];
  return { opening: isIntroduced || opening === '' ? null : opening, closing: [...heard, 'Performed by synthetic voices.'].join(' ') };
}

/** The parenthetical of lines in which a person of the story narrates. */
const TELLING = 'narrating';

/** The cue that speaks the credits: the narrator, else the person who tells the story, else a reader or a host. Null when no such cue has a voice. */
export function announcerOf({ entries, cast }: Pick<Screenplay, 'entries' | 'cast'>, voiced: (cue: string) => boolean): string | null {
  if (voiced(NARRATOR)) return NARRATOR;
  const teller = entries.find(({ character, parenthetical }) => parenthetical === TELLING && character !== undefined && voiced(character))?.character;
  return teller ?? cast.find(({ character, role }) => role !== 'character' && voiced(character))?.character ?? null;
}
