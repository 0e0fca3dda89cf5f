import { workIdOf } from '../../../src/kernel/works/ids.js';
import { TEST_VOICES } from '../../support/ready-read.js';
import { insertPerformanceRow, insertWorkRow } from '../../support/work-rows.js';
import { insertRecording } from '../../../src/domain/artifacts/finalize/recording-store.js';
import { lineAddresses } from '../../../src/domain/jobs/revisions/line-sound.js';
import { UNKNOWN_ID } from './requests.js';
import { withBody, type AreaCalls, type Provoke, type State, type World } from './state.js';

const performed: State = async ({ stand, client, names }) => {
  const read = { artifactId: names.artifactId as string, accountId: client.accountId, projectId: names.projectId as string };
  await insertPerformanceRow(stand.services.db, read, { status: 'READY', lineCount: 7, performedCount: 7 });
  return {};
};

const failedFinalize: State = async ({ stand, client, names }) => {
  const [artifactId, projectId] = [names.artifactId as string, names.projectId as string];
  await insertWorkRow(stand.services.db, {
    workId: workIdOf('finalize', artifactId, 1), kind: 'finalize', accountId: client.accountId, projectId,
    subjectId: artifactId, revision: 1, status: 'FAILED', credits: 6, failureCode: 'artifact_generation_failed',
  });
  return {};
};

/** Overwrites fields in the content of the world's read, as if it had been made with them. */
async function madeOtherwise({ stand, names }: World, content: object): Promise<void> {
  await stand.services.db.query('UPDATE artifact_revisions SET content = content || $2::jsonb WHERE artifact_id = $1', [names.artifactId, JSON.stringify(content)]);
}

/** Gives one part of the world's read a voice that is retired, and then casts the narrator anew. */
const oldVoiceInRead: Provoke = async (world) => {
  const { client, names } = world;
  await madeOtherwise(world, { castVoices: {}, voiceMap: { ...TEST_VOICES, TOBIAS: { voiceId: 'old', voiceName: 'Old', provider: 'scripted' } } });
  const { body: { artifact } } = await client.get(`/artifacts/${names.artifactId}`);
  await client.patch(`/story-projects/${artifact.projectId}/cast-canon`, { narrator: { voiceId: 'ada' } });
  return {};
};

const STRANGER = 'INT. LAMP ROOM - NIGHT\n\nSTRANGER\nWho is there?';

/** A performed line of the world's read, as the token in the URL of its sound. */
const spokenLine: State = async (world) => {
  const { stand, names } = world;
  await performed(world);
  const artifactId = names.artifactId as string;
  const lineKey = 'lines/spoken.pcm';
  await stand.services.store.put(lineKey, Buffer.alloc(480));
  await stand.services.db.query(
    `INSERT INTO performance_lines (artifact_id, revision, position, entry_index, scene_index, character, line_key, start_ms, end_ms, chunk_key, byte_start, byte_size)
     VALUES ($1, 1, 0, 1, 0, 'NARRATOR', $2, 0, 10, 'none', 0, 0) ON CONFLICT DO NOTHING`, [artifactId, lineKey]);
  return { token: lineAddresses(stand.services, artifactId, 1)(1).split('/').at(-1)! };
};

/** The world's read, in which Mara says a line. */
const heardLine: State = async (world) => {
  await performed(world);
  const { stand: { services }, names } = world;
  await services.store.put('lines/heard.pcm', Buffer.alloc(48_000));
  await services.db.query(
    `INSERT INTO performance_lines (artifact_id, revision, position, entry_index, scene_index, character, line_key, start_ms, end_ms, chunk_key, byte_start, byte_size)
     VALUES ($1, 1, 1, 2, 0, 'MARA', 'lines/heard.pcm', 0, 1000, 'none', 0, 0) ON CONFLICT DO NOTHING`, [names.artifactId as string]);
  return { character: 'MARA' };
};

/** The world's read with an MP3 and the archive of its stems. */
const archived: State = async (world) => {
  const { stand: { services }, client, names } = world;
  await performed(world);
  const artifactId = names.artifactId as string;
  const made = {
    artifactId, revision: 1, mediaKey: `recordings/${artifactId}/stems.zip`, sha256: 'a'.repeat(64), byteSize: 4, durationMs: 10, integratedLufs: -16, truePeakDb: -2,
    laneKeys: {}, mixer: null, buildManifest: { files: ['voices.flac', 'mix.wav'] },
  };
  await services.store.put(made.mediaKey, 'PK\u0005\u0006');
  await services.db.query('DELETE FROM recordings WHERE artifact_id = $1', [artifactId]);
  await insertRecording(services.db, 'wrk_mp3', made);
  await insertRecording(services.db, 'wrk_stems', made, 'stems');
  const { stems } = (await client.get(`/artifacts/${artifactId}/stems`)).body as { stems: { url: string } };
  return { token: stems.url.split('/').at(-1)! };
};

const retiredVoice: Provoke = async (world) => {
  await madeOtherwise(world, { voiceMap: { ...TEST_VOICES, MARA: { voiceId: 'old', voiceName: 'Old', provider: 'scripted' } } });
  return {};
};

const voice = (voiceId: string) => ({ voiceId, voiceName: voiceId, provider: 'scripted' });
const SPEAKERS = { NARRATOR: voice('ben'), MARA: voice('ada'), TOBIAS: voice('ben') };

/** Casts the world's read with voices of this server, and names Mara and a voice that she does not have. */
const someone: State = async (world) => {
  await madeOtherwise(world, { voiceMap: SPEAKERS });
  return { character: 'MARA', voiceId: 'nell' };
};

/** Another member of the cast has a voice that was retired. */
const retiredBeside: Provoke = async (world) => {
  await madeOtherwise(world, { voiceMap: { ...SPEAKERS, TOBIAS: voice('old') } });
  return { names: { character: 'MARA', voiceId: 'nell' } };
};

/** What the operations have in common that change how a read sounds. */
const EDITION: AreaCalls[string] = {
  state: someone,
  refusals: {
    voice_retired: retiredBeside,
    cast_precondition_failed: 'a voice of the read is gone without being retired: test/api/artifacts/editions.test.ts',
    version_conflict: 'other words come between the look at the read and the change: test/api/artifacts/editions.test.ts',
  },
};

/** Recasts Mara in the world's read. */
const recast: State = async (world) => {
  const names = await someone(world);
  await world.client.post(`/artifacts/${world.names.artifactId}/voice`, { character: 'MARA', voiceId: 'nell', skipCanon: true });
  return names;
};

/** The key of the first location plate of the world's read. */
const plate: State = async ({ client, names }) =>
  ({ plateKey: (await client.get(`/artifacts/${names.artifactId}/location-plates`)).body.plates[0].plateKey as string });

/** Gives a spoken line of the world's read a direction for the camera. */
const directed: State = async ({ client, names }) => {
  await client.post(`/artifacts/${names.artifactId}/theater-motion`, { sceneIndex: 0, entryIndex: 1, composition: 'motion-only', direction: 'hold' });
  return { entryIndex: 1 };
};

export const ARTIFACT_CALLS: AreaCalls = {
  remakeLocationPlate: { state: plate },
  makeAvatar: { state: async () => ({ character: 'MARA' }) },
  makeNounImagery: { refusals: { insufficient_credits: 'drawn pictures are free; those of a service are not: test/api/artifacts/noun-imagery.test.ts' } },
  makeFigure: { state: async () => ({ character: 'MARA' }) },
  makeAvatarVideo: { state: heardLine },
  makeTheaterMotionClip: {},
  setArtifactTheaterMotion: { state: directed },
  replaceArtifactScript: {
    refusals: {
      cast_precondition_failed: withBody({ content: STRANGER, acceptSuggestedVoices: false }), voice_retired: retiredVoice,
      version_conflict: withBody({ expectedRevision: 99 }), source_incomplete: withBody({ content: '<FinalDraft><Content><Paragraph>', format: 'fdx' }),
    },
  },
  editArtifactScript: {
    refusals: {
      cast_precondition_failed: withBody({ edits: [{ op: 'reassign', from: 2, character: 'STRANGER' }], acceptSuggestedVoices: false }), voice_retired: retiredVoice,
      version_conflict: withBody({ expectedRevision: 99 }),
    },
  },
  makeArtifactStems: { state: archived },
  downloadStems: { state: archived, refusals: { artifact_not_found: async () => ({ names: { token: UNKNOWN_ID } }) } },
  getLineSound: { state: spokenLine, refusals: { artifact_not_found: async () => ({ names: { token: UNKNOWN_ID } }) } },
  refineArtifact: { refusals: { version_conflict: 'a correction comes between the look at the read and the start: test/api/artifacts/refine.test.ts' } },
  ...Object.fromEntries(['recastArtifactVoice', 'revoiceArtifactLine', 'modifyArtifactVoices', 'refineArtifactPerformance', 'recastArtifact']
    .map((operation) => [operation, EDITION])),
  revoiceArtifact: { ...EDITION, refusals: { ...EDITION.refusals, voice_retired: async (world) => ({ names: { ...await someone(world), voiceId: 'old' }, body: { character: 'MARA', voiceId: 'old' } }) } },
  restoreArtifactVoice: { state: recast, refusals: { ...EDITION.refusals, voice_retired: 'the former voice was retired meanwhile: test/api/artifacts/editions.test.ts' } },
  finalizeArtifact: { state: performed },
  renderVideo: { state: performed },
  retryFinalize: { state: failedFinalize },
  updateRecording: {
    refusals: {
      cast_precondition_failed: async (world) => {
        await madeOtherwise(world, { adopted: { revision: 0, edition: 0 } });
        return {};
      },
      voice_retired: oldVoiceInRead,
    },
  },
};
