import { describeLook } from '../../../craft/images/person/look.js';
import { describePlace, type Place } from '../../../craft/images/places/place.js';
import { otherArrangement } from '../../../craft/images/scenes/index.js';
import type { CandidateMaking, MakeCandidates } from '../../../kernel/families/candidates/candidates.js';
import { MakingFailed } from '../../../kernel/works/step.js';
import { characterRequest } from '../../canon/images/character-images.js';
import { drawLinkPictures, findLinkPicture } from './read-cover.js';
import { lightKeyOf, portraitLook, type ChosenPortrait, type ShownImage } from './chosen-pictures.js';
import { imageOf, seedFor, styleOf, type Making } from './making.js';
import { makeNouns } from './make-nouns.js';
import { withMade, type PictureBrief, type PictureFacts } from './picture-brief.js';
import { figureLook, openDrawing, seatOf } from './drawn-read.js';
import { platesOf } from './plates.js';

const PLATE_WIDTH_PX = 1_600;
/** The number of arrangements reserved for each request, so that the next request chooses from others. */
const ARRANGEMENTS_EACH = 100;

type Of<Purpose extends PictureBrief['purpose']> = Extract<PictureBrief, { purpose: Purpose }>;

async function plateImages(making: Making, places: readonly Place[]): Promise<Record<string, ShownImage>> {
  const { palette, grades } = making.drawn.decided;
  const style = await styleOf(making);
  const images: Record<string, ShownImage> = {};
  for (const place of places) {
    const description = describePlace(place);
    const prompt = [`${description}. No people.`, place.details ?? '', style && `Style: ${style}`, palette.length > 0 ? `Colours: ${palette.join(', ')}` : ''].filter(Boolean).join(' ');
    images[lightKeyOf(place)] ??= await imageOf(making, {
      purpose: 'place', prompt, place, palette, grades, seed: seedFor(making), aspect: '16:9', widthPx: PLATE_WIDTH_PX, format: 'webp',
    }, description);
  }
  return images;
}

async function makePlate(making: Making, { plateKey }: Of<'plate'>): Promise<PictureFacts[]> {
  const { services, request, drawn: { art, decided, screenplay } } = making;
  const plate = platesOf(art.places, screenplay).find((one) => one.plateKey === plateKey);
  if (!plate) throw new MakingFailed('the read shows this place no longer');
  if (!(await services.images()).embedded) {
    return [{ purpose: 'plate', plateKey, plate: { arrangement: plate.places[0]!.arrangement ?? null, images: await plateImages(making, plate.places) } }];
  }
  const { seed, palette } = decided;
  const arrangement = otherArrangement(plate.places.map((place) => ({ place, seed, palette })), request.round * ARRANGEMENTS_EACH + 1);
  if (arrangement === null) throw new MakingFailed('there is no other drawing of this place with everything that it must show');
  return [{ purpose: 'plate', plateKey, plate: { arrangement, images: {} } }];
}

/** The choices for a portrait after a request for another one. */
export function nextPortrait(now: ChosenPortrait | undefined, { refinement, style }: Pick<Of<'avatar'>, 'refinement' | 'style'>, seed: string): ChosenPortrait {
  const { refinements = [], redrawn = [], style: former = null } = now ?? {};
  return {
    refinements: refinement === null ? refinements : [...refinements, refinement], style: style ?? former, image: null,
    redrawn: refinement === null && style === null ? [...redrawn, seed] : redrawn,
  };
}

async function makeAvatar(making: Making, { person, refinement, style }: Of<'avatar'>): Promise<PictureFacts[]> {
  const { services, drawn: { decided, screenplay, chosen } } = making;
  const base = decided.looks[seatOf({ screenplay }, person)];
  if (!base) throw new MakingFailed('the read shows this person no longer');
  const portrait = nextPortrait(chosen.portraits[person], { refinement, style }, seedFor(making));
  if ((await services.images()).embedded) return [{ purpose: 'avatar', person, portrait }];
  const look = portraitLook(base, portrait);
  const request = characterRequest('face', { look, statement: { words: [...portrait.refinements] } }, {
    seed: seedFor(making), style: portrait.style ?? await styleOf(making), grades: decided.grades,
  });
  return [{ purpose: 'avatar', person, portrait: { ...portrait, image: await imageOf(making, request, describeLook(look)) } }];
}

async function makeFigure(making: Making, { person, refinement }: Of<'figure'>): Promise<PictureFacts[]> {
  const { drawn: { decided, chosen } } = making;
  const look = figureLook(making.drawn, seatOf(making.drawn, person), refinement);
  if (!look) throw new MakingFailed('the read shows this person no longer');
  const words = [...chosen.portraits[person]?.refinements ?? [], ...refinement === null ? [] : [refinement]];
  const request = characterRequest('body', { look, statement: { words } }, {
    seed: seedFor(making), style: chosen.portraits[person]?.style ?? await styleOf(making), grades: decided.grades,
  });
  return [{ purpose: 'figure', person, figure: { look, image: await imageOf(making, request, describeLook(look)) } }];
}

/** Draws the preview pictures of links again, if the read has some, before the new portrait or place is published. */
async function drawLinks({ services, drawn: { read, chosen }, signal }: Making, made: readonly PictureFacts[]): Promise<void> {
  if (!await findLinkPicture(services, read, 'preview.jpg')) return;
  const pictures = withMade(chosen, made);
  await drawLinkPictures(services, { ...read, overlays: { ...read.overlays, pictures: { ...pictures } } }, signal);
}

/** Makes the picture of one line of a request; for a free request, all pictures. */
export const drawReadPictures: MakeCandidates<PictureBrief, PictureFacts> = async (services, request, { line, signal, made: note }: CandidateMaking) => {
  const drawn = await openDrawing(services, request.subjectId);
  if (!drawn) throw new MakingFailed('the read is gone');
  const making: Making = { services, request, drawn, signal };
  const { brief } = request;
  if (brief.purpose === 'nouns') return makeNouns(making, brief.free ? brief.nouns : brief.nouns.slice(line, line + 1), note);
  const made = await (brief.purpose === 'plate' ? makePlate(making, brief) : brief.purpose === 'avatar' ? makeAvatar(making, brief) : makeFigure(making, brief));
  if (brief.purpose !== 'figure') await drawLinks(making, made);
  await note(made.length);
  return made;
};
