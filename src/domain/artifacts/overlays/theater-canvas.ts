import Type, { type Static } from 'typebox';
import { drawableText } from '../../../craft/images/cover-text.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import { CANVAS_PLACES } from '../../../craft/stage/canvas-places.js';
import { closed, nullable, oneOf } from '../../../kernel/contract/models.js';
import { under } from '../../../kernel/contract/field-effects.js';
import { VISIBLE } from '../../../kernel/contract/texts/visible-text.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { setting } from '../../../kernel/families/settings/setting.js';
import { chosenValue, type Chosen } from '../../../kernel/families/settings/settings-store.js';
import { imagePathOf } from '../../canon/images/project-images.js';
import { picturesOf } from '../pictures/chosen-pictures.js';
import { requireHeardEntry } from './heard-entries.js';
import { theater } from './theater.js';
import { MAX_STAGED_SCENES, requireScene, TEXT_REVEALS } from './theater-scene.js';

/** The most beats of one scene, and of one entry. */
export const MAX_BEATS = 24;
export const MAX_BEATS_OF_ENTRY = 3;

const SceneIndex = Type.Integer({ minimum: 0, maximum: 10_000, description: 'Of the screenplay of the read' });
const entryIndex = Type.Integer({ minimum: 0, maximum: 100_000, description: 'The entry with which it appears' });
const text = Type.String({ minLength: 1, maxLength: 120, pattern: VISIBLE, description: 'Words to show; a beat has either these or `nounKey`' });
const nounKey = Type.String({ minLength: 1, maxLength: 120, description: 'A picture of `noun-imagery` to show' });
const place = oneOf(CANVAS_PLACES, { description: 'Where; it makes way for faces' });
const reveal = oneOf(TEXT_REVEALS, { description: 'How it comes up' });
const durationMs = Type.Integer({
  minimum: 500, maximum: 30_000,
  description: 'From the beginning of the entry, in milliseconds, at most until its scene ends or the next beat takes its place; without it, as long as the entry '
    + 'is heard',
});

const Beat = closed({ entryIndex, text: nullable(text), nounKey: nullable(nounKey), place, reveal, durationMs: nullable(durationMs) });
const SentBeat = closed({
  entryIndex, text: Type.Optional(text), nounKey: Type.Optional(nounKey), place: Type.Optional(place), reveal: Type.Optional(reveal),
  durationMs: Type.Optional(durationMs),
});
const Canvas = closed({ sceneIndex: SceneIndex, beats: Type.Array(Beat) });

/** Something that is shown on the stage from an entry on: words or a picture. */
export type CanvasBeat = Static<typeof Beat>;
/** The beats of a scene, in the order of their entries. */
export type SceneCanvas = Static<typeof Canvas>;

interface Sent { sceneIndex: number; beats: readonly Static<typeof SentBeat>[] | null }

const refuse = (field: string, message: string): never => {
  throw new ApiError('validation_failed', message, { field });
};

function merged(scenes: readonly SceneCanvas[], { sceneIndex, beats }: Sent): SceneCanvas[] {
  const others = scenes.filter((scene) => scene.sceneIndex !== sceneIndex);
  if (!beats || beats.length === 0) return others;
  const whole = beats.map((beat): CanvasBeat => ({ text: null, nounKey: null, place: 'top', reveal: 'fade', durationMs: null, ...beat }));
  whole.sort((one, next) => one.entryIndex - next.entryIndex);
  return [...others, { sceneIndex, beats: whole }].sort((one, next) => one.sceneIndex - next.sceneIndex);
}

/** Words and pictures on the stage of a table read, beside its people and places. */
export const theaterCanvas = setting('theater-canvas', 'what is shown on the stage', {
  scenes: Type.Array(Canvas, { default: [], description: 'The scenes with words or pictures on their stage' }),
}, {
  effects: under('beats.*', {
    text: 'what is shown', nounKey: 'what is shown', place: 'where it is shown', reveal: 'how it comes up', durationMs: 'how long it is shown',
  }),
  example: { sceneIndex: 1, beats: [{ entryIndex: 7, text: 'Three years later', place: 'left', reveal: 'drift' }] },
  note: 'The beats that are sent are all of their scene; null or an empty list takes them away. Pages show them from the next request on, films when they are rendered next.',
  merging: {
    body: { sceneIndex: SceneIndex, beats: nullable(Type.Array(SentBeat, { maxItems: MAX_BEATS, description: `At most ${MAX_BEATS_OF_ENTRY} of one entry` })) },
    merge: ({ scenes }, sent) => ({ scenes: merged(scenes, sent as unknown as Sent) }),
  },
  check({ scenes }) {
    if (scenes.length > MAX_STAGED_SCENES) refuse('sceneIndex', `at most ${MAX_STAGED_SCENES} scenes have a canvas`);
  },
});

/** The beats of a read, by scene. */
export const canvasScenes = (chosen: Chosen): readonly SceneCanvas[] => chosenValue(chosen, theaterCanvas).scenes;

/** The pictures of nouns that a stage may show, with their paths; pictures that no longer exist are left out. */
export function canvasNouns(chosen: Chosen): { nounKey: string; label: string; path: string }[] {
  const { nouns } = picturesOf({ overlays: chosen });
  const insets = chosenValue(chosen, theater).nounImagery === 'insets' ? Object.keys(nouns) : [];
  const keys = new Set([...canvasScenes(chosen).flatMap(({ beats }) => beats.flatMap(({ nounKey: key }) => key ?? [])), ...insets]);
  return [...keys].filter((key) => Object.hasOwn(nouns, key)).map((key) => {
    const { label, image: { imageId, mime } } = nouns[key]!;
    return { nounKey: key, label, path: imagePathOf({ id: imageId, mime }) };
  });
}

function requireShown(beat: Static<typeof SentBeat>, nouns: Readonly<Record<string, unknown>>, field: string): void {
  if ((beat.text === undefined) === (beat.nounKey === undefined)) refuse(`${field}.text`, 'a beat shows either text or the picture of a nounKey');
  if (beat.text !== undefined && drawableText(beat.text) === '') refuse(`${field}.text`, 'films have no letters for these words');
  if (beat.nounKey !== undefined && !Object.hasOwn(nouns, beat.nounKey)) {
    refuse(`${field}.nounKey`, `there is no picture of ${beat.nounKey}: noun-imagery lists the nouns of the read and makes their pictures`);
  }
}

/**
 * Raises `validation_failed` for beats that this read cannot show: of an entry that is not heard in the scene, of a picture that was not made, or several
 * of one entry at one place.
 */
export function requireCanvas(screenplay: Screenplay, overlays: Chosen, sent: Record<string, unknown>): void {
  const { sceneIndex, beats } = sent as unknown as Sent;
  if (!beats || beats.length === 0) return;
  requireScene(sceneIndex, screenplay.scenes.length);
  const { nouns } = picturesOf({ overlays });
  const taken = new Set<string>();
  for (const [at, beat] of beats.entries()) {
    const field = `beats.${at}`;
    requireHeardEntry(screenplay, sceneIndex, beat.entryIndex, `${field}.entryIndex`);
    requireShown(beat, nouns, field);
    const spot = `${beat.entryIndex} ${beat.place ?? 'top'}`;
    if (taken.has(spot)) refuse(`${field}.place`, `entry ${beat.entryIndex} shows something at this place already`);
    taken.add(spot);
    const count = beats.slice(0, at + 1).filter((other) => other.entryIndex === beat.entryIndex).length;
    if (count > MAX_BEATS_OF_ENTRY) refuse(`${field}.entryIndex`, `at most ${MAX_BEATS_OF_ENTRY} beats appear with one entry`);
  }
}
