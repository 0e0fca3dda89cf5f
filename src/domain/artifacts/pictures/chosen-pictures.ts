import { createHash } from 'node:crypto';
import Type, { type TSchema } from 'typebox';
import { readRefinement, redrawnLook, refinedLook } from '../../../craft/images/person/refinements.js';
import type { Look } from '../../../craft/images/person/look.js';
import type { Place } from '../../../craft/images/places/place.js';
import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import { setting } from '../../../kernel/families/settings/setting.js';
import { chosenValue, type Chosen } from '../../../kernel/families/settings/settings-store.js';
import { castKey } from '../../canon/cast-canon.js';
import { stagedScenes } from '../overlays/theater-scene.js';
import { imagePathOf } from '../../canon/images/project-images.js';

/** An image of the project, for display. */
export interface ShownImage { imageId: string; mime: string; description: string; provider: string }

/** The chosen look of a person in one read: changes to the look decided with the read, in the order in which they were requested. */
export interface ChosenPortrait {
  refinements: readonly string[];
  /** The person's style in this episode only, in words. */
  style: string | null;
  /** Seeds of further drawings of the same person. */
  redrawn: readonly string[];
  /** The portrait that a service made; null where the drawing is the portrait. */
  image: ShownImage | null;
}

/** The full figure of a person of a read, and what it shows: the same look gives the same drawing. */
export interface ChosenFigure { image: ShownImage; look: Look }

/** Another drawing of a place in a read (`arrangement`), or the images that a service made of it, by the light of the scene. */
export interface ChosenPlate { arrangement: number | null; images: Readonly<Record<string, ShownImage>> }

export const NOUN_KINDS = ['object', 'location', 'entity'] as const;
export type NounKind = (typeof NOUN_KINDS)[number];

/** A picture of something that a read names. */
export interface ChosenNoun { label: string; kind: NounKind; image: ShownImage }

/** Every picture chosen for a read after its pictures were decided, by person, place and noun. */
export interface ChosenPictures {
  portraits: Readonly<Record<string, ChosenPortrait>>;
  figures: Readonly<Record<string, ChosenFigure>>;
  plates: Readonly<Record<string, ChosenPlate>>;
  nouns: Readonly<Record<string, ChosenNoun>>;
}

const byKey = (): TSchema => Type.Record(Type.String(), Type.Unknown(), { default: {} });

/** The chosen pictures of an artifact. They apply to all its revisions, and only the work that makes them writes them. */
export const chosenPictures = setting('pictures', 'the chosen pictures', { portraits: byKey(), figures: byKey(), plates: byKey(), nouns: byKey() });

/** The prompts for places of scenes, by scene index. */
export const promptedBackdrops = (overlays: Chosen): [sceneIndex: number, prompt: string][] =>
  [...stagedScenes(overlays)].flatMap(([sceneIndex, { backdropPrompt }]) => (backdropPrompt === null ? [] : [[sceneIndex, backdropPrompt]]));

/** The chosen pictures of a read, from the column of its overlays. */
export const picturesOf = ({ overlays }: { overlays: Chosen }): ChosenPictures => chosenValue(overlays, chosenPictures) as unknown as ChosenPictures;

/** A hash of the choices that the drawings of a read show, for addresses and caches that must not show an outdated drawing; empty when nothing was chosen. */
export function picturesMark({ overlays }: { overlays: Chosen }): string {
  const { portraits = {}, plates = {} } = (overlays?.[chosenPictures.key] ?? {}) as Partial<ChosenPictures>;
  const backdrops = promptedBackdrops(overlays);
  if (Object.keys(portraits).length + Object.keys(plates).length + backdrops.length === 0) return '';
  return createHash('sha256').update(canonicalJson({ portraits, plates, backdrops })).digest('hex').slice(0, 12);
}

/** Identifies a person of a read by name; all names of one person give the same key. */
export const personKey = ({ character, sameAs, shownAs }: { character: string; sameAs?: string | undefined; shownAs?: string | undefined }): string =>
  castKey(shownAs ?? sameAs ?? character);

/** The look of a person after the chosen changes. */
export function portraitLook(look: Look, { redrawn, style, refinements }: ChosenPortrait): Look {
  const other = redrawn.reduce(redrawnLook, look);
  return [...style === null ? [] : [style], ...refinements].reduce((now, words) => refinedLook(now, readRefinement(words)), other);
}

/** The key of the plate that shows a place: the same in each light and weather. */
export function plateKeyOf({ name, category, side }: Pick<Place, 'name' | 'category' | 'side'>): string {
  const words = name.toLowerCase().normalize('NFKD').replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40);
  const hash = createHash('sha256').update(`${name.toLowerCase()}\n${category}\n${side}`).digest('hex').slice(0, 8);
  return [words, hash].filter(Boolean).join('-');
}

/** The light of a scene, which a picture of a service shows and another scene at the same place may not have. */
export const lightKeyOf = ({ time, weather }: Pick<Place, 'time' | 'weather'>): string => `${time}-${weather}`;

/** The parts of a read's pictures that choices can change. */
interface Shown { places: readonly Place[]; looks: readonly (Look | null)[]; faces: readonly (string | null)[] }

/** The pictures of a read for display: those decided with it, updated by later choices. */
export function withChosen<Art extends Shown>(art: Art, cast: readonly { character: string; sameAs?: string }[], chosen: ChosenPictures) {
  const portraits = cast.map((member) => chosen.portraits[personKey(member)]);
  const plates = art.places.map((place) => chosen.plates[plateKeyOf(place)]);
  return {
    ...art,
    places: art.places.map((place, at) => {
      const arrangement = plates[at]?.arrangement;
      return arrangement ? { ...place, arrangement } : place;
    }),
    backdrops: art.places.map((place, at) => {
      const image = plates[at]?.images[lightKeyOf(place)];
      return image ? imagePathOf({ id: image.imageId, mime: image.mime }) : null;
    }),
    looks: art.looks.map((look, seat) => (look && portraits[seat] ? portraitLook(look, portraits[seat]) : look)),
    faces: art.faces.map((face, seat) => {
      const portrait = portraits[seat];
      if (!portrait) return face;
      return portrait.image ? imagePathOf({ id: portrait.image.imageId, mime: portrait.image.mime }) : null;
    }),
  };
}
