import { PRICES } from '../../kernel/credits/prices.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { NARRATOR } from '../../craft/screenplay/model.js';
import { castKey } from '../canon/cast-canon.js';
import { CHARACTER_IMAGE_KINDS, type CharacterImageKind } from '../canon/images/character-images.js';
import type { CastMember, ProjectCast } from './cast-members.js';

/** The field of the canon that holds each picture. */
export const PICTURE_FIELD: Record<CharacterImageKind, 'headshotUrl' | 'bodyShotUrl' | 'characterSheetUrl'> = {
  face: 'headshotUrl', body: 'bodyShotUrl', sheet: 'characterSheetUrl',
};

export interface CastingWish { character?: string; force?: boolean; imageKind?: CharacterImageKind; pictures?: boolean }

/** A picture of a character to make. */
export interface WantedPicture { character: string; kind: CharacterImageKind }

/** Who gets a voice, and which pictures are made. */
export interface CastingPlan { voiceless: string[]; pictures: WantedPicture[]; credits: number }

export const isNarrator = (name: string): boolean => castKey(name) === castKey(NARRATOR);

const goesBy = ({ name, aliases }: CastMember, wanted: string): boolean => [name, ...aliases].some((each) => castKey(each) === castKey(wanted));

/** The members that an order is about. Raises `validation_failed` for an unknown character. */
function chosen({ members }: ProjectCast, wanted: string | undefined): CastMember[] {
  if (wanted === undefined) return members;
  if (isNarrator(wanted)) return [];
  const member = members.find((each) => goesBy(each, wanted));
  if (member) return [member];
  throw new ApiError('validation_failed', 'character is in neither the cast canon, nor the Series Bible, nor the script', { field: 'character' });
}

/** Audio-only projects, and calls with `pictures: false`, make pictures only of an explicitly requested kind. */
function kindsFor({ audioOnly }: ProjectCast, { imageKind, pictures = true }: CastingWish): readonly CharacterImageKind[] {
  if (imageKind) return [imageKind];
  return audioOnly || !pictures ? [] : CHARACTER_IMAGE_KINDS;
}

/**
 * What an order makes: voices for people without one, and missing pictures; with `force` existing pictures too. Pictures that an open order is making are
 * left out. Raises `validation_failed` for an unknown character.
 */
export function planCasting(cast: ProjectCast, wish: CastingWish, underWay: readonly WantedPicture[]): CastingPlan {
  const members = chosen(cast, wish.character);
  const asksNarrator = wish.character === undefined || isNarrator(wish.character);
  const isUnderWay = (name: string, kind: CharacterImageKind): boolean =>
    underWay.some((picture) => picture.kind === kind && castKey(picture.character) === castKey(name));
  const kinds = kindsFor(cast, wish);
  const pictures = members.flatMap((member) => kinds.filter((kind) => (wish.force || member[PICTURE_FIELD[kind]] === null) && !isUnderWay(member.name, kind))
    .map((kind) => ({ character: member.name, kind })));
  return {
    voiceless: [...members.filter(({ voice }) => !voice).map(({ name }) => name), ...(asksNarrator && !cast.narrator ? [NARRATOR] : [])],
    pictures, credits: pictures.length * PRICES.CAST_IMAGE,
  };
}
