import Type, { type Static } from 'typebox';
import { closed, nullable, oneOf } from '../../../kernel/contract/models.js';
import { VISIBLE } from '../../../kernel/contract/texts/visible-text.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { setting } from '../../../kernel/families/settings/setting.js';
import { chosenValue, type Chosen } from '../../../kernel/families/settings/settings-store.js';
import { FxCueSchema, MAX_CUES_OF_SCENE, SentFxCues } from './fx-cues.js';

export const MAX_STAGED_SCENES = 500;

/** How a summary, or something on the canvas of a scene, appears: fading in, rising, or in a pool of light. */
export const TEXT_REVEALS = ['fade', 'drift', 'spotlight'] as const;

const SceneIndex = Type.Integer({ minimum: 0, maximum: 10_000, description: 'Of the screenplay of the read' });
const words = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: VISIBLE });

/** Who wrote the prompt for a place: a person or the writer. */
const PROMPTERS = ['hand', 'writer'] as const;

const STAGED = {
  backdropPrompt: nullable(words(400), { description: 'Words that the place of the scene is drawn by, instead of its heading and lines' }),
  transition: nullable(oneOf(['fade', 'cut']), { description: 'Into the scene' }),
  transitionMs: nullable(Type.Integer({ minimum: 100, maximum: 5_000 }), { description: 'Length of a fade into the scene, in milliseconds' }),
  media: nullable(oneOf(['image', 'video']), { description: 'What is seen of the scene: its picture, or from its entry on its clip. Without it, the clip where there is one' }),
  summary: nullable(words(160), { description: 'Words that are shown while the scene opens' }),
  textReveal: nullable(oneOf(TEXT_REVEALS), { description: 'How the summary comes up; without it, `fade`' }),
  fxCues: nullable(Type.Array(FxCueSchema, { maxItems: MAX_CUES_OF_SCENE }), { description: 'What comes over the stage, in the order of the scene' }),
};
const STORED = { ...STAGED, promptBy: nullable(oneOf(PROMPTERS), { description: 'Who wrote the `backdropPrompt`' }) };
const SENT = Object.fromEntries(Object.entries({ ...STAGED, fxCues: SentFxCues }).map(([name, schema]) => [name, Type.Optional(Type.Unsafe(schema))]));
type Staged = Static<ReturnType<typeof Type.Object<typeof STORED>>>;

const NOTHING: Staged = {
  backdropPrompt: null, transition: null, transitionMs: null, media: null, summary: null, textReveal: null, fxCues: null, promptBy: null,
};

/** How one scene is staged. Null fields follow the theater settings and the screenplay. */
export type StagedScene = Staged & { sceneIndex: number };

const isStaged = ({ sceneIndex: _index, ...staged }: StagedScene): boolean => Object.values(staged).some((value) => value !== null);

/** Completes a stored scene: one that an older version stored lacks newer fields. */
const whole = (scene: Partial<Staged> & { sceneIndex: number }): StagedScene =>
  ({ ...NOTHING, promptBy: scene.backdropPrompt ? 'hand' : null, ...scene, fxCues: scene.fxCues?.length ? scene.fxCues : null });

/** A change of one scene; absent fields stay as they are. */
export type SceneChange = Partial<Staged> & { sceneIndex: number };

/** The staged scenes after some changes. A prompt without a stated writer counts as written by hand. */
export function mergedScenes(scenes: readonly StagedScene[], changes: readonly SceneChange[]): StagedScene[] {
  const staged = new Map(scenes.map((scene) => [scene.sceneIndex, whole(scene)]));
  for (const { sceneIndex, ...sent } of changes) {
    const prompter = sent.backdropPrompt === undefined ? {} : { promptBy: sent.backdropPrompt === null ? null : sent.promptBy ?? 'hand' as const };
    staged.set(sceneIndex, whole({ ...staged.get(sceneIndex) ?? NOTHING, ...sent, ...prompter, sceneIndex }));
  }
  return [...staged.values()].filter(isStaged).sort((one, next) => one.sceneIndex - next.sceneIndex);
}

/** A request changes one scene; the writer of words and cues changes several in one call. */
const changesIn = (sent: Record<string, unknown>): SceneChange[] => (sent['changes'] ?? [sent]) as SceneChange[];

/** How single scenes of a table read are staged. */
export const theaterScene = setting('theater-scene', 'how a scene is staged', {
  scenes: Type.Array(closed({ sceneIndex: SceneIndex, ...STORED }), { default: [], maxItems: MAX_STAGED_SCENES, description: 'The scenes that are staged otherwise than the theater settings say' }),
}, {
  effects: {
    backdropPrompt: 'what is drawn behind it', transition: 'into it', transitionMs: 'into it', media: 'whether its clip is seen', summary: 'what is shown while it opens',
    textReveal: 'how that comes up', fxCues: 'what comes over the stage', 'fxCues.*.intensity': 'how much of it', 'fxCues.*.untilEntryIndex': 'how long it lasts',
    'fxCues.*.durationMs': 'how long it lasts', 'fxCues.*.because': 'refuses words that are not said; a cue with them is one of the writer, which writes them anew',
    'fxCues.*.because.text': 'refuses words that are not said',
  },
  example: { sceneIndex: 1, backdropPrompt: 'a harbour at dawn, mist over the water', transition: 'fade', transitionMs: 1200, summary: 'The morning after', textReveal: 'drift' },
  note: 'Scenes are merged by `sceneIndex`; null takes a field back. Pages show it from the next request on, films when they are rendered next. `fxCues` replaces the '
    + 'cues of the scene: rain, snow, fog, smoke, embers and dust move over the picture, lightning lights it up, and no more than three flashes come in a second '
    + '(WCAG 2.3.1). `media` `video` needs a clip (theater-motion-clip). What moves at an entry is a `theater-motion`.',
  merging: {
    body: { sceneIndex: SceneIndex, ...SENT },
    merge: ({ scenes }, sent) => ({ scenes: mergedScenes(scenes as StagedScene[], changesIn(sent)) }),
  },
  check({ scenes }) {
    if (scenes.length <= MAX_STAGED_SCENES) return;
    throw new ApiError('validation_failed', `at most ${MAX_STAGED_SCENES} scenes are staged for themselves`, { field: 'sceneIndex' });
  },
});

/** The staging of a read's scenes, by scene index. Scenes that only follow the theater settings are left out. */
export const stagedScenes = (chosen: Chosen): ReadonlyMap<number, StagedScene> =>
  new Map((chosenValue(chosen, theaterScene).scenes as StagedScene[]).map((scene) => [scene.sceneIndex, whole(scene)]));

/** How long the transition into a scene takes, in milliseconds; 0 is a cut. */
export function changeMsInto(scene: StagedScene | undefined, theater: { transition: 'fade' | 'cut'; transitionMs: number }): number {
  return (scene?.transition ?? theater.transition) === 'cut' ? 0 : scene?.transitionMs ?? theater.transitionMs;
}

/** Raises `validation_failed` for a scene that the read does not have. */
export function requireScene(sceneIndex: number, sceneCount: number): void {
  if (sceneIndex < sceneCount) return;
  throw new ApiError('validation_failed', `there is no scene ${sceneIndex}; scenes are 0 to ${sceneCount - 1}`, { field: 'sceneIndex' });
}
