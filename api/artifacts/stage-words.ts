import Type, { type TSchema } from 'typebox';
import { requireTableRead, type ArtifactRow } from '../../src/domain/artifacts/artifact-store.js';
import { FxCueSchema } from '../../src/domain/artifacts/overlays/fx-cues.js';
import { MODES, writeCues, writePrompts, type Mode, type WritingCall } from '../../src/domain/artifacts/staging/write-scenes.js';
import { closed, Id, model, nullable, oneOf } from '../../src/kernel/contract/models.js';
import { SETTING_ENDS } from '../../src/kernel/families/settings/setting.js';
import type { Services } from '../../src/kernel/services.js';
import { familyOperation } from '../families/subject.js';
import { artifactPath } from './overlays.js';

const MAX_SCENES = 500;
const SceneIndex = Type.Integer({ minimum: 0, maximum: 10_000 });
const Count = Type.Integer({ minimum: 0 });

const requestOf = (name: string, what: string) => model(name, `Of which scenes ${what} are written, and what becomes of those that there are.`, closed({
  scenes: Type.Optional(Type.Array(SceneIndex, { minItems: 1, maxItems: MAX_SCENES, uniqueItems: true, description: 'Indexes of scenes; without it, all of them' })),
  mode: Type.Optional(oneOf(MODES, { default: 'merge', description: '`merge` keeps what people chose and writes the rest anew; `replace` keeps nothing of these scenes' })),
}), { scenes: [0, 1], mode: 'merge' });

const written = (name: string, key: string, words: string, scene: TSchema) => model(name, words, closed({
  [key]: closed({ artifactId: Id, version: Type.Integer({ minimum: 0, description: 'Of the staged scenes, as `theater-scene` counts them' }), scenes: Type.Array(scene) }),
}));

const CuesWritten = written('ArtifactTheaterFxCuesEnvelope', 'theaterFxCues', 'The cues of the scenes that were asked for.', closed({
  sceneIndex: SceneIndex, fxCues: Type.Array(FxCueSchema),
  written: { ...Count, description: 'How many follow the script' }, kept: { ...Count, description: 'How many are those of people' },
}));
const PromptsWritten = written('ArtifactTheaterBackdropPromptsEnvelope', 'theaterBackdropPrompts', 'The prompts of the scenes that were asked for.', closed({
  sceneIndex: SceneIndex, backdropPrompt: nullable(Type.String()),
  status: oneOf(['written', 'kept', 'left'], {
    description: '`kept`: a person wrote it. `left`: heading and lines draw the place better than the writer can say; it has no prompt',
  }),
  drawnBefore: nullable(Count, { description: 'How many things heading and lines draw' }), drawnAfter: nullable(Count, { description: 'How many things the prompt draws' }),
  because: Type.Array(closed({
    from: oneOf(['entry', 'source', 'drawn'], { description: 'Said in an entry, in the source of the scene, or drawn already, as heading or canon want it' }),
    entryIndex: nullable(Type.Integer({ minimum: 0 })), text: Type.String(),
  }), { description: 'The words that the writer followed, a thing each' }),
}));

type Write = (services: Services, row: ArtifactRow, call: WritingCall) => Promise<object>;

const writing = (key: 'theaterFxCues' | 'theaterBackdropPrompts', write: Write) =>
  async ({ row, body, actor }: { row: ArtifactRow; body: Record<string, unknown>; actor: { keyId: string } }, services: Services) => {
    const { scenes = null, mode = 'merge' } = body as { scenes?: number[]; mode?: Mode };
    return { [key]: { artifactId: requireTableRead(row).id, ...await write(services, row, { scenes, mode, by: actor.keyId }) } };
  };

const COMMON = { method: 'POST', scopes: ['artifact:publish'], idempotency: 'accepted', errors: ['artifact_not_ready'], ends: SETTING_ENDS } as const;

/** Operations of the embedded writer that write about the stage; no model is involved. */
export const stageWordsOperations = [
  familyOperation(artifactPath, {
    ...COMMON, id: 'writeArtifactTheaterFxCues', path: '/theater-fx-cues', summary: 'Write the stage effects of scenes from the script',
    description: 'Rain, snow, fog, smoke, embers, dust, lightning, flickering, darkness, glow and shaking, where heading, action or narration says so: each cue names its '
      + 'words. What is spoken, denied, wished, compared or remembered is no cue, and weather is seen in the open only. The embedded writer answers at once, free of '
      + 'charge, and the same script gives the same cues; no model is asked.',
    effects: { scenes: 'which scenes', mode: 'what becomes of the cues that there are' },
    request: { body: requestOf('ArtifactTheaterFxCuesRequest', 'cues') }, response: { 200: CuesWritten },
    handle: writing('theaterFxCues', writeCues),
  }),
  familyOperation(artifactPath, {
    ...COMMON, id: 'writeArtifactTheaterBackdropPrompts', path: '/theater-backdrop-prompts', summary: 'Write the words that the places of scenes are drawn by',
    description: 'A sentence for each scene, of its place, hour and weather, with the things that its lines, its source and the canon put there, in their own words. It draws the same '
      + 'place with at least all that is drawn without it; where no sentence does that, the scene is left as it is. The embedded writer answers at once, free of charge; no model is asked.',
    effects: { scenes: 'which scenes', mode: 'what becomes of the prompts that there are' },
    request: { body: requestOf('ArtifactTheaterBackdropPromptsRequest', 'prompts') }, response: { 200: PromptsWritten },
    handle: writing('theaterBackdropPrompts', writePrompts),
  }),
];
