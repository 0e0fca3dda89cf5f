import { genderOfFirstName, isFirstName, sameFirstName } from './first-names.js';
import type { Figure } from './figure.js';
import { isOpenTitle, isTitleAfter, parseName, titleClass, type Name } from './names.js';

/** How prominent a person is in a text: mentions, with each tag worth five more. */
export const known = ({ tags, mentions }: Figure): number => tags * 5 + mentions;

/** True when the single name is followed by a last name elsewhere in the text: `Tom` for Tom Quill. */
export function isCalledFirst({ forms }: Figure, { parts }: Name): boolean {
  return parts.length === 1 && [...forms].some((form) => {
    const called = form.includes(`${parts[0]} `) ? parseName(form).parts : [];
    return called.length === 2 && called[0] === parts[0];
  });
}

/** True when `name` can be another form of the figure's name. */
export function mayBeSame(figure: Figure, name: Name): boolean {
  const [figureTitle, nameTitle] = [titleClass(figure.title), titleClass(name.title)];
  if (figureTitle !== null && nameTitle !== null && figureTitle !== nameTitle) return false;
  // `Dr. Quill` is Dr. Ada Quill, while `Mr. Quill` is not.
  const isSameRank = figureTitle === nameTitle && isOpenTitle(name.title);
  if (nameTitle !== null && figure.gender !== null && (nameTitle === 'sir') !== (figure.gender === 'male') && !isSameRank) return false;
  // `Ada Begum` is not whom the text calls Ada.
  if (isTitleAfter(figure.title) !== isTitleAfter(name.title)) return false;
  const first = name.parts[0] ?? '';
  const last = name.parts.at(-1) ?? '';
  const isWomanByTitle = (figureTitle === 'mrs' || figureTitle === 'miss') && figure.first === null;
  // When a first name may be a man's, `Miss` or `Mrs.` with the same last name means another person.
  if ((nameTitle === 'miss' || nameTitle === 'mrs') && figure.gender === null && figure.title === null && figure.first !== null
    && first === figure.last && genderOfFirstName(figure.first) === null) return false;
  if (isHusbandOf(figureTitle, figure.first, nameTitle, name) || differInRank(figure, name)) return false;
  if (name.parts.length === 1) {
    if (figure.last === first) return name.title !== null || !isWomanByTitle || isFirstName(first);
    // `Tom` is the son of `Sir Thomas`.
    if (name.title === null && figure.title !== null && RANKS.test(figure.title) && figure.first !== first) return false;
    if (name.title !== null && BEFORE_LAST_NAME.test(name.title) && !(figure.title === name.title && figure.last === null)) return false;
    return figure.first !== null && sameFirstName(figure.first, first)
      && (nameTitle === null || figureTitle === nameTitle || figure.last === null
        || (figureTitle === null && /^(?:Miss|Master|Mr\.?|Sir)$/.test(name.title ?? '')));
  }
  if (figure.first !== null && !sameFirstName(figure.first, first)) return false;
  if (figure.last !== null) return figure.last === last;
  return figure.first !== null;
}

/** These titles stand before a last name: in `Colonel Quill`, Quill is the last name. */
const BEFORE_LAST_NAME =
  /^(?:General|Gen\.|Colonel|Col\.|Captain|Capt\.|Major|Maj\.|Admiral|Lieutenant|Lt\.?|Sgt\.?|Insp\.?|Inspector|Professor|Prof\.|Dr\.?|Doctor|Judge|Bishop)$/;

const RANKS = /^(?:Sir|Lady|Lord|Dame)\b/;

/** `Sir Ned` and `Lady Ann` are not a Mr. Ned and a Mrs. Ann: a rank before a first name is part of what the person is called. */
function differInRank(figure: Figure, name: Name): boolean {
  const plain = /^(?:Mrs?|Miss|Ms)\b/;
  // `Tom Quill` is the son of `Sir Thomas Quill`.
  if (name.title === null && name.parts.length > 1 && figure.title !== null && RANKS.test(figure.title) && figure.first !== null
    && name.parts[0] !== figure.first && sameFirstName(figure.first, name.parts[0] ?? '')) return true;
  return figure.title !== null && name.title !== null && ((RANKS.test(name.title) && plain.test(figure.title) && name.parts.length === 1)
    || (RANKS.test(figure.title) && plain.test(name.title) && figure.last === null));
}

/** `said Quill`, without a title, means Mr. Quill or a Quill without a title rather than a Mrs. or Miss Quill. */
export function isBareLastNameOf(figure: Figure, name: Name): boolean {
  return name.title === null && name.parts.length === 1 && figure.last === name.parts[0] && !isFirstName(figure.last)
    && figure.gender !== 'female'
    && titleClass(figure.title) !== 'mrs' && titleClass(figure.title) !== 'miss';
}

/** True for husband and wife: only one of the two forms has `Mrs.`, and the first name is not a woman's. */
function isHusbandOf(
  figureTitle: string | null, figureFirst: string | null, nameTitle: string | null, name: Name,
): boolean {
  if ((figureTitle === 'mrs') === (nameTitle === 'mrs') || (figureTitle ?? nameTitle) !== 'mrs') return false;
  // `Ned` alone does not mean Mrs. Ned Quill.
  const called = name.parts.length > 1 || (nameTitle === null && figureFirst !== null && sameFirstName(figureFirst, name.parts[0] ?? ''));
  const first = figureTitle === 'mrs' ? (called ? name.parts[0] ?? null : null) : figureFirst;
  return first !== null && genderOfFirstName(first) !== 'female';
}
