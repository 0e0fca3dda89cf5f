import { ApiError } from '../../../../kernel/errors/api-error.js';
import { withDone } from '../../done.js';
import type { FormAction } from '../../screen.js';
import type { SentForm, Visit } from '../../visit.js';
import { allCounting } from '../counting.js';
import type { LaneAnswer, LaneView, ShownCue } from './lane-view.js';
import { LANES } from './lanes.js';
import { timelineAddress, zoomOf } from './places.js';

/** The notice after each action. */
export const DONE = {
  saved: 'The cue is changed.', same: 'Nothing was changed.', added: 'The cue is added.', again: 'The cue has another piece.', muted: 'The cue is muted.',
  heard: 'The cue can be heard again.', removed: 'The cue is removed.', filled: 'The cues are laid.',
};

const params = (visit: Visit) => ({ artifactId: visit.param('artifactId') });

function laneNamed({ fields }: SentForm): LaneView {
  const lane = LANES.find(({ key }) => key === fields.lane);
  if (!lane) throw new ApiError('validation_failed', 'there is no such lane', { field: 'lane' });
  return lane;
}

const cuesOf = async (visit: Visit, lane: LaneView): Promise<ShownCue[]> =>
  (await visit.call<Record<string, LaneAnswer>>(lane.operations.get, { params: params(visit) }))[lane.key]!.cues;

/** The cue of a form in its present state. Throws `version_conflict` when it no longer exists. */
function cueIn(cues: readonly ShownCue[], { fields }: SentForm): ShownCue {
  const cue = cues.find(({ cueId }) => cueId === fields.cueId);
  if (!cue) throw new ApiError('version_conflict', 'The cue is no longer there.');
  return cue;
}

const addressOf = ({ scope, sceneIndex, entryIndex }: Pick<ShownCue, 'scope' | 'sceneIndex' | 'entryIndex'>): object =>
  ({ scope, ...(sceneIndex === null ? {} : { sceneIndex }), ...(entryIndex === null ? {} : { entryIndex }) });

const named = (lane: LaneView, cue: ShownCue): object => ({ ...addressOf(cue), ...(lane.several ? { cueId: cue.cueId } : {}) });

/** Sends changes of a lane and returns its cues. A change that another person made meanwhile is never overwritten. */
async function send(visit: Visit, sent: SentForm, lane: LaneView, bodies: readonly object[]): Promise<ShownCue[]> {
  let answer: Pick<LaneAnswer, 'cues' | 'version'> = { cues: [], version: Number(sent.fields.version) };
  try {
    for (const [at, body] of bodies.entries()) {
      answer = (await visit.call<Record<string, LaneAnswer>>(lane.operations.change, {
        params: params(visit), idempotencyKey: `${sent.idempotencyKey}${at === 0 ? '' : `-${at}`}`, body: { ...body, expectedVersion: answer.version },
      }))[lane.key]!;
    }
    return answer.cues;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error;
    throw new ApiError('version_conflict', 'The lane was changed while you looked. Look at it as it is now, and save again.', error.details);
  }
}

/** The address of the form's page, with a cue open or none. */
function backTo(visit: Visit, { fields }: SentForm, lane: LaneView, cue: ShownCue | null, done: keyof typeof DONE): string {
  const open = cue ? { cue: `${lane.key}.${cue.cueId}` } : {};
  return withDone(timelineAddress(visit.param('artifactId'), zoomOf(fields.zoom), open, cue ? 'editor' : 'timeline'), done);
}

const VERBS = [...new Set(LANES.flatMap((lane) => lane.verbs.map(({ name }) => name)))];

/** Runs the lane's verb with this name on a cue. Throws `validation_failed` when the lane has no such verb. */
const acting = (name: string): FormAction => ({
  async send(visit, sent) {
    const lane = laneNamed(sent);
    const verb = lane.verbs.find((each) => each.name === name);
    if (!verb) throw new ApiError('validation_failed', `${lane.title} has no such action`, { field: 'lane' });
    const cue = cueIn(await cuesOf(visit, lane), sent);
    const left = await send(visit, sent, lane, [{ ...named(lane, cue), ...verb.body }]);
    return backTo(visit, sent, lane, left.find(({ cueId }) => cueId === cue.cueId) ?? null, verb.done);
  },
});

/** The place of a new cue: the open line, its scene, or the whole read. */
async function placeOf(visit: Visit, { fields: { line, scope } }: SentForm): Promise<Pick<ShownCue, 'scope' | 'sceneIndex' | 'entryIndex'>> {
  const entryIndex = Number(line) - 1;
  if (scope === 'entry') return { scope, sceneIndex: null, entryIndex };
  if (scope !== 'scene') return { scope: 'screenplay', sceneIndex: null, entryIndex: null };
  const { script } = await visit.call<{ script: { entries: { sceneIndex: number }[] } }>('getArtifactScript', {
    params: params(visit), query: { scope: 'range', from: entryIndex, to: entryIndex } });
  return { scope, sceneIndex: script.entries[0]!.sceneIndex, entryIndex: null };
}

const isAt = (cue: ShownCue, place: Pick<ShownCue, 'scope' | 'sceneIndex' | 'entryIndex'>): boolean =>
  cue.scope === place.scope && cue.sceneIndex === place.sceneIndex && cue.entryIndex === place.entryIndex;

const forms: Readonly<Record<string, FormAction>> = {
  ...Object.fromEntries(VERBS.map((name) => [name, acting(name)])),
  save: {
    async send(visit, sent) {
      const lane = laneNamed(sent);
      const cues = await cuesOf(visit, lane);
      const cue = cueIn(cues, sent);
      const changes = lane.changes(cue, sent.fields, cues);
      await send(visit, sent, lane, changes.map((change) => ({ ...named(lane, cue), ...change })));
      return backTo(visit, sent, lane, cue, changes.length > 0 ? 'saved' : 'same');
    },
  },
  add: {
    async send(visit, sent) {
      const lane = laneNamed(sent);
      const [before, place] = await Promise.all([cuesOf(visit, lane), placeOf(visit, sent)]);
      const cues = await send(visit, sent, lane, [{ ...addressOf(place), ...lane.add(sent.fields) }]);
      const fresh = cues.find((cue) => before.every(({ cueId }) => cueId !== cue.cueId)) ?? cues.find((cue) => isAt(cue, place));
      return backTo(visit, sent, lane, fresh ?? null, 'added');
    },
  },
  fill: {
    async send(visit, sent) {
      const lane = laneNamed(sent);
      await send(visit, sent, lane, [lane.fill.body]);
      return backTo(visit, sent, lane, null, 'filled');
    },
  },
  mix: {
    async send(visit, { idempotencyKey }) {
      await visit.call('updateRecording', { params: params(visit), body: {}, idempotencyKey });
      return `${timelineAddress(visit.param('artifactId'), zoomOf(null))}`;
    },
  },
};

/** The actions of the forms of a timeline. */
export const actions = allCounting(forms);
