import { ApiError } from '../../../../kernel/errors/api-error.js';
import { withDone } from '../../done.js';
import { quoteOrDo } from '../../panels/priced.js';
import { workplacePaths } from '../../paths.js';
import type { FormAction } from '../../screen.js';
import type { SentForm, Visit } from '../../visit.js';
import { allCounting } from '../counting.js';
import { numberOf } from '../timeline/cue-fields.js';
import type { Fields } from './form-state.js';
import { KINDS } from './kinds.js';
import { beatsIn, loadStageAnswer, motionsIn, paramsOf, stagedScene, type StageAnswer, type StageScene } from './loaded.js';
import type { PlacedKind } from './placed-kind.js';
import { changeOf } from './scene-form.js';
import { entryOf } from './words.js';
import { writingOf } from './written.js';

/** The notice after each action. */
export const DONE: Readonly<Record<string, string>> = {
  scene: 'The scene is changed.', same: 'Nothing was changed.', 'add-effect': 'The effect is added.', effect: 'The effect is changed.', 'remove-effect': 'The effect is removed.',
  'add-motion': 'The motion is added.', motion: 'The motion is changed.', 'remove-motion': 'The motion is removed.', 'add-beat': 'It is shown on the stage.', beat: 'It is changed.',
  'remove-beat': 'It is removed.', clip: 'The clip is being made. Page and film show it once it is there.', media: 'The scene is changed.',
  'write-effects': 'The effects are written.', 'write-places': 'The places are written.',
};

const sceneOf = ({ fields }: SentForm): number => Number(fields.scene ?? 'NaN');
const backTo = (visit: Visit, sent: SentForm): string => workplacePaths.readStageScene(visit.param('artifactId'), sceneOf(sent));

/** Changes a part of the stage. A change that another person made since the page was shown is never overwritten. */
async function change(visit: Visit, sent: SentForm, operation: string, body: object): Promise<void> {
  const { fields: { version }, idempotencyKey } = sent;
  try {
    await visit.call(operation, { ...paramsOf(visit), idempotencyKey, body: { sceneIndex: sceneOf(sent), ...body, expectedVersion: Number(version) } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error;
    throw new ApiError('version_conflict', 'The stage was changed while you looked. Look at it as it is now, and save again.', error.details);
  }
}

const placedIn = (answer: StageAnswer, sceneIndex: number): Pick<StageScene, 'staged' | 'motions' | 'beats'> =>
  ({ staged: stagedScene(answer, sceneIndex), motions: motionsIn(answer, sceneIndex), beats: beatsIn(answer, sceneIndex) });

type BodyOf = (items: readonly unknown[], item: unknown, fields: Fields) => object;

/** An action on an item that is placed in a scene. With `isNew` there is no item yet. */
const placing = (kind: PlacedKind<unknown>, name: string, bodyOf: BodyOf, isNew = false): FormAction => ({
  async send(visit, sent) {
    const items = kind.of(placedIn(await loadStageAnswer(visit), sceneOf(sent)));
    const item = isNew ? null : items.find((one) => kind.idOf(one) === sent.fields.item);
    if (item === undefined) throw new ApiError('version_conflict', 'It is no longer there. Look at the scene as it is now.');
    await change(visit, sent, kind.operation, bodyOf(items, item, sent.fields));
    return withDone(backTo(visit, sent), name);
  },
});

const ofKind = (kind: PlacedKind<unknown>): Record<string, FormAction> => ({
  [`add-${kind.key}`]: placing(kind, `add-${kind.key}`, (items, _none, fields) => kind.added(items, fields), true),
  [kind.key]: placing(kind, kind.key, (items, item, fields) => kind.changed(items, item, fields)),
  [`remove-${kind.key}`]: placing(kind, `remove-${kind.key}`, (items, item) => kind.removed(items, item)),
});

/** Buys a clip; shows its price first. */
const buysClip = (action: string): FormAction => ({
  async send(visit, sent) {
    const { line, prompt, seconds } = sent.fields;
    const sceneIndex = sceneOf(sent);
    const back = backTo(visit, sent);
    const page = await quoteOrDo(visit, sent, {
      operation: 'makeTheaterMotionClip', path: `${workplacePaths.readStage(visit.param('artifactId'))}/${action}`,
      back: { path: back, label: 'The stage' }, title: `A clip of scene ${sceneIndex + 1}`,
      input: { ...paramsOf(visit), body: { sceneIndex, entryIndex: entryOf(line), durationMs: numberOf(seconds, 1_000), ...(prompt ? { prompt } : {}) } },
    });
    return page ?? withDone(back, 'clip');
  },
});

const writing = (operation: string, name: string): FormAction => ({
  async send(visit, { fields, idempotencyKey }) {
    await visit.call(operation, { ...paramsOf(visit), idempotencyKey, body: { ...writingOf(fields) } });
    return withDone(`${workplacePaths.readStage(visit.param('artifactId'))}#written`, name);
  },
});

const forms: Readonly<Record<string, FormAction>> = {
  scene: {
    async send(visit, sent) {
      const body = changeOf(stagedScene(await loadStageAnswer(visit), sceneOf(sent)), sent.fields);
      if (Object.keys(body).length === 0) return withDone(backTo(visit, sent), 'same');
      await change(visit, sent, 'setArtifactTheaterScene', body);
      return withDone(backTo(visit, sent), 'scene');
    },
  },
  media: {
    async send(visit, sent) {
      await change(visit, sent, 'setArtifactTheaterScene', { media: sent.fields.media });
      return withDone(backTo(visit, sent), 'media');
    },
  },
  ...Object.assign({}, ...KINDS.map(ofKind)),
  clip: buysClip('clip'), 'add-clip': buysClip('add-clip'),
  'write-effects': writing('writeArtifactTheaterFxCues', 'write-effects'), 'write-places': writing('writeArtifactTheaterBackdropPrompts', 'write-places'),
};

/** The actions of the forms of a stage. */
export const actions = allCounting(forms);
