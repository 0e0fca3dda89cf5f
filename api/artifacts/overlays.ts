import Type from 'typebox';
import { requireLockedArtifact, requireTableRead, touchArtifact, type ArtifactRow } from '../../src/domain/artifacts/artifact-store.js';
import { requireOverlay } from '../../src/domain/artifacts/artifact-kinds.js';
import { ARTIFACT_SUBJECT } from '../../src/domain/artifacts/overlays/overlay.js';
import { decidedState, markedHolds, publishState } from '../../src/domain/artifacts/overlays/publish-state.js';
import { placedCues, type FxCue } from '../../src/domain/artifacts/overlays/fx-cues.js';
import { getScreenplay } from '../../src/domain/scripts/screenplay-store.js';
import { requireScene, stagedScenes, theaterScene, type StagedScene } from '../../src/domain/artifacts/overlays/theater-scene.js';
import { listSceneClips } from '../../src/domain/artifacts/clips/clip-views.js';
import { SceneClip } from './clips.js';
import { requireClip, requireClipPrompt } from '../../src/domain/artifacts/clips/clip-orders.js';
import { theater } from '../../src/domain/artifacts/overlays/theater.js';
import { touchFeedsOfFilm } from '../../src/domain/publishing/series/series-store.js';
import { canvasScenes, requireCanvas, theaterCanvas, type SceneCanvas } from '../../src/domain/artifacts/overlays/theater-canvas.js';
import { requireMotion, stagedMotions, theaterMotion, type StagedMotion } from '../../src/domain/artifacts/overlays/theater-motion.js';
import type { Screenplay } from '../../src/craft/screenplay/model.js';
import type { Setting, SettingValue } from '../../src/kernel/families/settings/setting.js';
import { currentSetting } from '../../src/kernel/families/settings/settings-store.js';
import { closed } from '../../src/kernel/contract/models.js';
import type { Services } from '../../src/kernel/services.js';
import { settings, type SettingsOptions } from '../families/settings.js';
import { storedSubject, type SubjectPath } from '../families/subject.js';
import { subjects } from '../subjects.js';

export const artifactPath: SubjectPath<ArtifactRow> = {
  type: ARTIFACT_SUBJECT, name: 'Artifact', words: 'an artifact', area: 'artifacts', base: '/artifacts/{artifactId}',
  notFound: subjects.artifactId.notFound,
  load: async (...call) => (await subjects.artifactId.load(...call)).artifact,
};

const OPTIONS: SettingsOptions<ArtifactRow> = {
  errors: ['artifact_not_ready'], mayChange: requireOverlay,
  lock: (tx, { id }) => requireLockedArtifact(tx, id), onChange: (tx, { id }) => touchArtifact(tx, id),
};

type Fields = Record<string, unknown>;

/** A setting of parts of a screenplay, which GET theater shows. `fitted` raises `validation_failed` for parts that this read does not have. */
const staged = (
  setting: Setting, idempotency: 'accepted' | 'required', fitted: (screenplay: Screenplay, fields: Fields, row: ArtifactRow, services: Services) => Fields | Promise<Fields>,
) => settings(artifactPath, [{ setting, only: 'write' }], {
  ...OPTIONS,
  mayChange: requireTableRead,
  write: { scopes: ['artifact:publish'], idempotency },
  async complete(services, row, fields) {
    return fitted(await getScreenplay(services.store, requireTableRead(row).revision.scriptKey), fields, row, services);
  },
});

const Version = Type.Integer({ minimum: 0 });

/** The staged scenes, motions and canvases, which are stored beside the theater settings, each with its current version. */
async function stagedOf({ db }: Services, row: ArtifactRow) {
  const [scene, motion, canvas] = await Promise.all([theaterScene, theaterMotion, theaterCanvas].map(async (setting: Setting) =>
    ({ key: setting.key, ...await currentSetting(db, storedSubject(artifactPath, row), setting) })));
  const chosen = Object.fromEntries([scene!, motion!, canvas!].map(({ key, value }) => [key, value]));
  return {
    scenes: [...stagedScenes(chosen).values()], motions: [...stagedMotions(chosen)], canvas: [...canvasScenes(chosen)],
    versions: { scenes: scene!.version, motions: motion!.version, canvas: canvas!.version },
  };
}

/** A staged scene whose cues are placed on its entries. */
function fittedScene({ scenes, entries }: Screenplay, fields: Fields, { overlays }: ArtifactRow): Fields {
  const { sceneIndex, fxCues, media } = fields as { sceneIndex: number; fxCues?: FxCue[] | null; media?: string | null };
  requireScene(sceneIndex, scenes.length);
  if (media === 'video') requireClip(overlays, sceneIndex);
  return fxCues ? { ...fields, fxCues: placedCues(fxCues, scenes[sceneIndex]!, entries) } : fields;
}

/** Each overlay that its artifact kind declares has a row here; its operations say whether they take an Idempotency-Key. */
export const overlayOperations = [
  ...settings(artifactPath, [publishState], {
    ...OPTIONS,
    mayChange: requireTableRead,
    read: { scopes: ['artifact:read'], idempotency: 'accepted' }, write: { scopes: ['artifact:publish'], idempotency: 'accepted' },
    complete: async ({ db }, { id, currentVersion }, sent) => ({ ...await decidedState(db, id, currentVersion, sent) }),
    // Feeds leave out a withheld film, so they change too. They are touched first because a series is locked before the reads of its episodes.
    async lock(tx, { id }) {
      await touchFeedsOfFilm(tx, id);
      await requireLockedArtifact(tx, id);
    },
    shown: {
      fields: {
        holds: Type.Boolean({ description: 'False when the MP3 was made anew after it was marked' }),
        videoHolds: Type.Boolean({ description: 'False when the film was rendered anew, or became stale, after it was marked' }),
      },
      load: ({ db }, { id, currentVersion }, value) => markedHolds(db, id, currentVersion, value as SettingValue<typeof publishState>),
    },
  }),
  ...settings(artifactPath, [theater], {
    ...OPTIONS,
    read: { scopes: ['artifact:read'], idempotency: 'accepted' }, write: { scopes: ['artifact:publish'], idempotency: 'accepted' },
    shown: {
      fields: {
        scenes: Type.Array(Type.Unsafe<StagedScene>(theaterScene.fields.scenes.items), { description: 'Scenes that are staged for themselves; see `theater-scene`' }),
        clips: Type.Array(SceneClip, { description: 'Clips of scenes; see `theater-motion-clip`' }),
        motions: Type.Array(Type.Unsafe<StagedMotion>(theaterMotion.fields.motions.items), { description: 'What moves on the stage; see `theater-motion`' }),
        canvas: Type.Array(Type.Unsafe<SceneCanvas>(theaterCanvas.fields.scenes.items), { description: 'Words and pictures on the stage, by scene; see `theater-canvas`' }),
        versions: closed({ scenes: Version, motions: Version, canvas: Version }, { description: 'For `expectedVersion` of `theater-scene`, `theater-motion` and `theater-canvas`' }),
      },
      load: async (services, row) => ({ ...await stagedOf(services, row), clips: await listSceneClips(services, row) }),
    },
  }),
  ...staged(theaterScene, 'accepted', fittedScene),
  ...staged(theaterMotion, 'required', async (screenplay, fields, row, services) => {
    requireMotion(screenplay, row.overlays, fields);
    const { sceneIndex, clipPrompt } = fields as Pick<StagedMotion, 'sceneIndex'> & Partial<StagedMotion>;
    if (clipPrompt) await requireClipPrompt(services, row, sceneIndex, clipPrompt);
    return fields;
  }),
  ...staged(theaterCanvas, 'required', (screenplay, fields, { overlays }) => {
    requireCanvas(screenplay, overlays, fields);
    return fields;
  }),
];
