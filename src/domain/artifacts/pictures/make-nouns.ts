import { describeLook } from '../../../craft/images/person/look.js';
import { describePlace, parsePlace } from '../../../craft/images/places/place.js';
import { THING_KINDS } from '../../../craft/images/places/things.js';
import type { ImageRequest } from '../../../craft/images/port.js';
import { characterRequest } from '../../canon/images/character-images.js';
import { personKey, type ShownImage } from './chosen-pictures.js';
import { imageOf, seedFor, styleOf, type Making } from './making.js';
import { beingKey, placeKey, saidOf, thingOf } from './nouns.js';
import type { PictureFacts, WantedNoun } from './picture-brief.js';
import { platesOf } from './plates.js';

const WIDTH_PX = 768;

/** The image request for a noun, and the image's description. */
async function requestOf(making: Making, { nounKey, label, kind }: WantedNoun): Promise<{ wanted: ImageRequest; description: string }> {
  const { services, drawn: { art, decided: { palette, grades }, screenplay } } = making;
  // Drawings of a thing do not vary, whereas a service paints another picture each time.
  const [seed, style] = [(await services.images()).embedded ? art.seed : `${seedFor(making)}:${nounKey}`, await styleOf(making)];
  const common = { palette, grades, seed, aspect: '1:1', widthPx: WIDTH_PX, format: 'webp' } as const;
  const inStyle = style && ` Style: ${style}`;
  const thing = thingOf(nounKey);
  if (thing) {
    const said = saidOf(screenplay, thing);
    const { one } = THING_KINDS[thing];
    return { wanted: { ...common, purpose: 'thing', prompt: `${one}, by itself, on a plain ground. No people, no words.${inStyle}`, thing: said }, description: one };
  }
  const seat = kind === 'entity' ? screenplay.cast.findIndex((member) => beingKey(personKey(member)) === nounKey) : -1;
  const look = art.looks[seat];
  if (look) {
    return { wanted: { ...characterRequest('face', { look, statement: { words: [] } }, { seed, style, grades }), widthPx: WIDTH_PX }, description: describeLook(look) };
  }
  const place = platesOf(art.places, screenplay).find(({ plateKey }) => placeKey(plateKey) === nounKey)?.places[0]
    ?? (kind === 'location' ? parsePlace(label) : null);
  if (place) {
    const description = describePlace(place);
    return { wanted: { ...common, purpose: 'place', prompt: `${description}. No people.${inStyle}`, place }, description };
  }
  return { wanted: { ...common, purpose: 'thing', prompt: `${label}, by itself, on a plain ground. No words.${inStyle}` }, description: label };
}

/** Makes pictures of what a read names. */
export async function makeNouns(making: Making, nouns: readonly WantedNoun[], note: (count: number) => Promise<void>): Promise<PictureFacts[]> {
  const made: PictureFacts[] = [];
  for (const noun of nouns) {
    const { wanted, description } = await requestOf(making, noun);
    const image: ShownImage = await imageOf(making, wanted, description);
    made.push({ purpose: 'noun', nounKey: noun.nounKey, noun: { label: noun.label, kind: noun.kind, image } });
    await note(made.length);
  }
  return made;
}
