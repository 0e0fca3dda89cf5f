import { CLIP_STATUSES } from '../../src/domain/artifacts/clips/clip-views.js';
import { Next } from '../../src/kernel/contract/next-step.js';
import Type from 'typebox';
import type { OverlayValues } from '../../src/domain/artifacts/overlays/overlay.js';
import { tableReadKind } from '../../src/domain/artifacts/table-read-kind.js';
import { SCRIPT_SCOPES } from '../../src/domain/artifacts/script-excerpt.js';
import { REMEDIES } from '../../src/craft/speech/line-remedies.js';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { StaleFields } from '../../src/kernel/contract/staleness.js';
import { NextCursor, PageQuery } from '../../src/kernel/contract/paging.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { ARTIFACT_TYPES } from '../../src/domain/plans/plan-request.js';
import { DISTANCES, EMOTIONS } from '../../src/craft/screenplay/model.js';
import { ArtifactStatus } from '../jobs/schemas.js';

const Revision = Type.Optional(Type.Integer({
  minimum: 1, maximum: 1_000_000, description: '1 is the initial generation; default the current one. Of an earlier one, its last edition is shown',
}));
export const RevisionQuery = closed({ revision: Revision });

const Index = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const Url = Type.String({ format: 'uri' });

const { overlays } = tableReadKind;
const Overlays = Type.Unsafe<OverlayValues<typeof overlays>>(closed(Object.fromEntries(
  Object.entries(overlays).map(([name, { fields }]) => [name, closed(fields)]))));

export const TableReadManifest = model('TableReadManifest', 'Where a table read is heard and how far its recording is.', closed({
  type: Type.Literal('table_read'),
  status: Type.Literal('ready'),
  shareToken: Type.String({ description: 'Authorizes the read-only players and live start; carries no API rights' }),
  theaterUrl: Url,
  theaterFullscreenUrl: Url,
  audio: closed({
    mode: Type.Literal('live_on_demand'),
    liveUrl: Url,
    startLiveUrl: Type.Unsafe<string>({ ...Url, description: 'POST {"token": shareToken} opens a live room' }),
    recording: closed({
      status: oneOf(['not_started', 'queued', 'performing', 'backoff', 'complete', 'failed']), completed: Type.Integer({ minimum: 0 }), total: Type.Integer({ minimum: 0 }),
    }, { description: 'The performance that a finalize makes the MP3 of, in spoken lines; it begins by itself' }),
    recordingUrl: Type.Union([Url, Type.Null()], { description: 'Null until a finalize completes. An earlier revision has an address of its own' }),
    recordingDurationMs: nullable(Type.Integer({ minimum: 0 })),
    formerRecordingUrl: Type.Union([Url, Type.Null()], { description: 'The MP3 before this one was mixed with other music or sounds, to compare them; null when there is none' }),
    finalize: nullable(closed({
      status: oneOf(['queued', 'rendering', 'uploading', 'complete', 'failed']), error: nullable(Type.String()),
    })),
  }),
  video: closed({
    status: oneOf(['not_rendered', 'queued', 'rendering', 'complete', 'failed', 'stale']), renderUrl: nullable(Url), url: nullable(Url),
  }),
  warnings: Type.Array(closed({
    entryIndex: Index,
    character: Type.String(),
    remedy: oneOf(REMEDIES, { description: 'respelled, spoken by an `other_voice`, left silent, or kept although it is `unclear`' }),
    voiceId: nullable(Type.String({ description: 'Who speaks the line instead' })),
    message: Type.String({ description: 'Why the voice cannot say the line as written, or what was heard' }),
  }), { description: 'Performed lines to review, because their voices cannot say them or a recogniser does not hear their words' }),
  expiresAt: Timestamp,
  overlays: Overlays,
}));

export const PitchDeckManifest = model('PitchDeckManifest', 'Where a pitch deck is edited, seen and passed on.', closed({
  type: Type.Literal('pitch_deck'),
  status: Type.Literal('ready'),
  pitchDeckJobId: Type.Unsafe<string>({ ...Id, description: 'The deck below `/pitch-decks/{jobId}`' }),
  share: closed({ url: nullable(Url, { description: 'Its share page; null while it is not published' }) }),
  video: closed({
    status: oneOf(['not_rendered', 'rendering', 'complete', 'stale'], { description: '`stale`: the storyboard was edited since' }), url: nullable(Url),
    durationMs: nullable(Type.Integer({ minimum: 0 })),
  }),
  pdf: closed({ status: oneOf(['not_rendered', 'rendering', 'complete', 'stale', 'failed']), url: nullable(Url) }),
  sourceTableReadArtifactId: Id,
  sourceTableReadJobId: Id,
  expiresAt: Timestamp,
}));

export const Artifact = model('Artifact', 'Something that a job made. Its `manifest` is filled once it is READY.', closed({
  id: Id,
  projectId: Id,
  storyJobId: Id,
  type: Type.String(),
  title: Type.String(),
  status: ArtifactStatus,
  manifest: Type.Union([TableReadManifest, PitchDeckManifest, Type.Null()], { description: 'By its type; null until it is READY' }),
  currentVersion: Type.Integer({ minimum: 1 }),
  revision: Type.Integer({ minimum: 1, description: 'The revision shown' }),
  edition: Type.Integer({ minimum: 0, description: 'How often the words of the revision were made to sound otherwise; the one that is heard' }),
  refineCount: Type.Integer({ minimum: 0 }),
  ...StaleFields,
  failureCode: nullable(Type.String()),
  failureMessage: nullable(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}));

export const ArtifactEnvelope = model('ArtifactEnvelope', 'One artifact, and the call that comes next.', closed({ artifact: Artifact, next: Next }));
export const ArtifactQuery = closed({
  ...PageQuery.properties,
  projectId: Type.Optional(Id),
  type: Type.Optional(oneOf(ARTIFACT_TYPES)),
  status: Type.Optional(oneOf(['PENDING', 'RUNNING', 'READY', 'FAILED'])),
  query: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Found within the title, whatever the case' })),
});

export const ArtifactList = model('ArtifactList', 'One page of artifacts.', closed({ artifacts: Type.Array(Artifact), nextCursor: NextCursor }));

export const ArtifactUpdateRequest = model('ArtifactUpdateRequest', 'The new title of an artifact.', closed({
  title: Type.String({ minLength: 1, maxLength: 200, pattern: VISIBLE }),
}), { title: 'The Lighthouse, first reading' });

export const ArtifactCast = model('ArtifactCast', 'Who is heard in a table read, and with which voice.', closed({
  artifactId: Id,
  coverUrl: nullable(Type.String(), { description: 'The cover with the people who say most, as they look now' }),
  avatarStyle: nullable(Type.String(), { description: 'How its people look: as was chosen for this read, else by the `avatar` override of the script, else by `characterDesign` of the Series Bible' }),
  voiceMap: Type.Record(Type.String(), closed({ voiceId: Type.String(), voiceName: nullable(Type.String()), provider: nullable(Type.String()) }), {
    description: 'The voice of each name that is heard',
  }),
  cast: Type.Array(closed({
    character: Type.String(),
    role: Type.String(),
    description: Type.String(),
    lineCount: Type.Integer({ minimum: 0 }),
    voiceId: nullable(Type.String()),
    voiceName: nullable(Type.String()),
    gender: Type.String(),
    provider: nullable(Type.String()),
    avatarUrl: nullable(Type.String()),
    avatarStyle: nullable(Type.String()),
    avatarStatus: oneOf(['none', 'queued', 'rendering', 'ready', 'failed']),
    figureUrl: nullable(Type.String(), { description: 'The person from head to foot, once POST figure made it' }),
    figureStatus: oneOf(['none', 'queued', 'rendering', 'ready', 'failed']),
    videoUrl: nullable(Type.String(), { description: 'The portrait that speaks a line, once POST avatar-video made it' }),
    videoStatus: oneOf(CLIP_STATUSES, { description: '`stale`: the person looks otherwise by now, or the line sounds otherwise' }),
  })),
}));

export const ScriptQuery = closed({
  scope: Type.Optional(oneOf(SCRIPT_SCOPES, {
    description: 'page takes `page`, scene `scene`, character `character`, range `from` and `to`',
  })),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'A page is about 165 words' })),
  scene: Type.Optional(Index),
  character: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })),
  from: Type.Optional(Index),
  to: Type.Optional(Index),
  revision: Revision,
  times: Type.Optional(Type.Boolean({ default: false, description: 'Also says when each entry and each of its words is heard (`spoken`)' })),
});

const Heard = { startMs: Index, endMs: Index };
const Spoken = nullable(closed({
  ...Heard,
  estimated: Type.Boolean({ description: 'True when the voice tells no times, so that they were found in its sound' }),
  words: Type.Array(closed({ text: Type.String(), ...Heard }), {
    description: 'The words of `text` in order, each with the marks beside it; empty for a line that was performed before words had times',
  }),
}), { description: 'Only with `times`. In milliseconds of the recording; null for an entry that is not heard, or not performed yet' });

/** What stands behind a cue. */
export const CueFields = {
  extensions: Type.Optional(Type.Array(Type.String({ maxLength: 120 }), {
    maxItems: 20, description: 'What stands in brackets behind the cue, without brackets: `V.O.`, `O.S.`, `CONT\'D`; absent without any',
  })),
  dual: Type.Optional(oneOf(['left', 'right'], {
    description: 'The side of one of two speeches that are heard at the same time: a `left` one directly precedes its `right` one; absent for any other line',
  })),
};

export const ScriptEntryFields = {
  index: Index,
  sceneIndex: Index,
  page: Type.Integer({ minimum: 1 }),
  kind: oneOf(['scene_heading', 'action', 'dialogue', 'transition']),
  character: nullable(Type.String()),
  parenthetical: nullable(Type.String()),
  ...CueFields,
  text: Type.String(),
  ttsText: nullable(Type.String()),
  origin: oneOf(['source', 'edited', 'stock'], { description: 'Whether the words are the source\'s own' }),
  delivery: nullable(closed({
    emotion: oneOf(EMOTIONS), speed: Type.Number(), volume: Type.Number(), pauseAfterMs: Type.Number(),
    actingDirection: Type.Optional(Type.String()),
    distance: Type.Optional(oneOf(DISTANCES, { description: 'Where the voice comes from, when it is not in the room' })),
  })),
  sources: Type.Array(closed({ sourceId: Type.String(), start: Index, end: Index }), { description: 'Characters of the source\'s text' }),
};

export const ArtifactScript = model('ArtifactScript', 'The screenplay that is performed, whole or the part that was asked for.', closed({
  artifactId: Id,
  revision: Type.Integer({ minimum: 1 }),
  scope: oneOf(SCRIPT_SCOPES),
  title: Type.String(),
  mode: oneOf(['documentary', 'podcast', 'drama']),
  narrationPolicy: oneOf(['include', 'suppress']),
  pageCount: Index,
  entryCount: Index,
  scenes: Type.Array(closed({ index: Index, heading: Type.String(), title: Type.String(), firstEntry: Index, lastEntry: Index })),
  entries: Type.Array(closed({ ...ScriptEntryFields, spoken: Type.Optional(Spoken) })),
  performed: Type.Array(closed({
    entryIndex: Index, startMs: Type.Integer({ minimum: 0 }), endMs: Type.Integer({ minimum: 0 }),
    soundUrl: Type.String({ description: 'The line alone: a WAV file, without a key, for a day or two' }),
  }), { description: 'When the entries are heard, in the order of time; entries that no voice has said are not in it' }),
  reviewNotes: Type.Array(closed({
    entryIndex: nullable(Index), rule: Type.String(), message: Type.String(),
  }), { description: 'What the writer\'s own checks leave for a person to look at; `entryIndex` is null for the script as a whole' }),
}));
export const ScriptEnvelope = model('ArtifactScriptEnvelope', 'The script of one artifact.', closed({ script: ArtifactScript }));
