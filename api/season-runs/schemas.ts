import Type from 'typebox';
import { ANY_TYPE, multipart } from '../../src/kernel/http/requests/body-kinds.js';
import { MAX_SCRIPT_FILE_BYTES } from '../../src/domain/scripts/script-model.js';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { Next, StepModel } from '../../src/kernel/contract/next-step.js';
import { NextCursor } from '../../src/kernel/contract/paging.js';
import { Warnings } from '../../src/kernel/contract/warnings.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { ACTIONS, EPISODE_STATUSES, MIN_GATE_THRESHOLD, RUN_STATUSES } from '../../src/domain/season-runs/season-run-model.js';
import { MAX_SEASON } from '../../src/domain/projects/season-store.js';
import { BEAT_ROLES } from '../../src/craft/narrative/model.js';

const Count = Type.Integer({ minimum: 0 });
const Score = Type.Integer({ minimum: 0, maximum: 100 });
const SeasonNumber = Type.Integer({ minimum: 1, maximum: MAX_SEASON });
const MapVersion = Type.Integer({ minimum: 1, description: 'The version of the map that the user has seen' });
const Pages = Type.Number({ minimum: 0.5, maximum: 200, description: 'A screenplay page plays for about a minute' });
const Details = nullable(Type.Record(Type.String(), Type.Unknown()));
const Confirmed = Type.Literal(true, { description: 'Must be true: send it only after the user decided exactly this' });
const MAX_BEATS = 40;
const MAX_TEXT = 4_000;

const Beat = closed({
  id: Type.String(), role: oneOf(BEAT_ROLES), summary: Type.String(), characters: Type.Array(Type.String()), estimatedPages: Type.Number(),
});

const BlockedReason = closed({
  code: Type.String({ description: '`at_work`, `map_incomplete`, `map_not_approved`, or the code with which the action would be refused' }),
  message: Type.String(), details: Details, next: StepModel,
});

const SeasonEpisode = model('SeasonRunEpisode', 'One episode of a season run: its state, its next action, and why that is blocked.', closed({
  id: Id, bibleEpisodeId: Type.String(), episodeNumber: Type.Integer({ minimum: 1 }), title: Type.String(), logline: Type.String(),
  outline: closed({ beats: Type.Array(Beat) }), targetPages: Type.Number(), missingFields: Type.Array(Type.String(), { description: 'What its part of the map lacks' }),
  status: oneOf(EPISODE_STATUSES, { description: '`performing` without `atWork`: the read is made and waits for its MP3' }),
  begun: Type.Boolean({ description: 'Its text is made: its map is fixed until it is planned again' }),
  atWork: Type.Boolean({ description: 'A step is being carried out; poll the run' }),
  attempts: Type.Integer({ minimum: 0, description: 'Texts that were written or taken over' }),
  scriptUploadId: nullable(Id), pageCount: nullable(Count),
  coverage: closed({ reportId: nullable(Id), overallScore: nullable(Score), gatePassed: nullable(Type.Boolean()), attempts: Count,
    stale: Type.Boolean({ description: 'The text was changed or deleted after it was judged: `nextAction` has it judged again, or another one '
      + 'made. Of a published episode: listeners hear other words than the judged ones, because its release was given other media' }),
  }),
  storyJobId: nullable(Id), artifactId: nullable(Id), releaseId: nullable(Id),
  withdrawn: Type.Optional(Type.Boolean({
    description: 'Of a published episode: its release was withdrawn after the run had ended, so it is not in the feed. `next` leads to a new release',
  })),
  quote: nullable(closed({ read: Count, mp3: Count, total: Count })),
  nextAction: nullable(oneOf(ACTIONS), { description: 'Null while a step is carried out, and after the end' }),
  nextActionCredits: Type.Integer({ minimum: 0, description: 'What the next action charges' }),
  blockedReason: nullable(BlockedReason, { description: 'Why the next action would be refused now' }),
  allowedActions: Type.Array(oneOf(ACTIONS)),
  failureCode: nullable(Type.String()), failureMessage: nullable(Type.String({ description: 'Why the last step failed, or why the gate is closed' })), failureDetails: Details,
  updatedAt: Timestamp,
}));

const SeasonRun = model('SeasonRun', 'A season that is made step by step: its map, its episodes, and what waits for a person.', closed({
  id: Id, projectId: Id, seriesId: nullable(Id), seasonNumber: SeasonNumber, title: Type.String(), brief: nullable(Type.String()), dryRun: Type.Boolean(),
  status: oneOf(RUN_STATUSES), mapVersion: Type.Integer({ minimum: 0, description: '0 until the map is drafted' }), approvedMapVersion: nullable(Count),
  gateThreshold: Score, currentEpisodeId: nullable(Id), episodes: Type.Array(SeasonEpisode),
  approvals: Type.Array(closed({
    kind: Type.String({ description: '`map`, `map_rejected`, or the action' }), episodeId: nullable(Id),
    decidedBy: Type.String({ description: 'Id of the API key, or the operator' }), decidedAt: Timestamp, mapVersion: Count, outcome: Type.String(),
  })),
  credits: closed({ quoted: Count, reserved: Count, settled: Count, released: Count, estimated: Type.Integer({ minimum: 0, description: 'Reads and MP3s of all episodes; one without a text counts with the pages of its map' }) }),
  failureCode: nullable(Type.String()), failureMessage: nullable(Type.String()),
  createdAt: Timestamp, updatedAt: Timestamp, finishedAt: nullable(Timestamp),
}));

export const SeasonRunEnvelope = model('SeasonRunEnvelope', 'One season run.', closed({ run: SeasonRun, next: Next }));
export const SeasonRunCreated = model('SeasonRunCreated', 'A new season run, and which of the words of its brief nothing follows.',
  closed({ run: SeasonRun, next: Next, warnings: Warnings }));
export const SeasonRunAdvanced = model('SeasonRunAdvanced',
  'The run with the action that it takes, and what was understood of the words that came with it.', closed({
  run: SeasonRun, next: Next, warnings: Type.Optional(Warnings),
  understood: Type.Optional(Type.Array(closed({
    words: Type.String(), done: nullable(Type.String()), changed: nullable(Type.Boolean()),
  }), { description: 'Each part of an instruction that rules follow, in your words, and what it does to the text; empty where a model follows all of it' })),
}));
export const SeasonRunList = model('SeasonRunList', 'One page of season runs.', closed({ runs: Type.Array(SeasonRun), nextCursor: NextCursor }));

export const SeasonRunCreateRequest = model('SeasonRunCreateRequest', 'Which season to run, and how.', closed({
  seasonNumber: SeasonNumber,
  seriesId: Type.Optional(Type.Unsafe<string>({ ...Id, description: 'Series to publish in; without it the only audio series of the project, else one that is made with the first release' })),
  episodeCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'The first so many episodes of the season; default: all' })),
  brief: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_TEXT, pattern: VISIBLE, description: 'Followed in every draft: by a writing model, or by rules as far as `warnings` says' })),
  gateThreshold: Type.Optional(Type.Integer({ minimum: MIN_GATE_THRESHOLD, maximum: 100, default: MIN_GATE_THRESHOLD, description: 'The least score of an episode that is performed' })),
  dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Drafts, covers and quotes every episode at once; performs, charges and keeps nothing' })),
}, { examples: [{ seasonNumber: 1 }] }));

const BeatPatch = closed({
  id: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })), role: oneOf(BEAT_ROLES), summary: Type.String({ maxLength: 2_000 }),
  characters: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 120 }), { maxItems: 40 })), estimatedPages: Type.Optional(Pages),
});

export const SeasonEpisodePatchRequest = model('SeasonEpisodePatchRequest',
  'What to change about an episode of the map, and the version of the map that was read.', closed({
  expectedMapVersion: MapVersion,
  patch: closed({
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: VISIBLE })),
    logline: Type.Optional(Type.String({ maxLength: 1_000 })),
    targetPages: Type.Optional(Pages),
    beats: Type.Optional(Type.Array(BeatPatch, { maxItems: MAX_BEATS, description: 'All beats of the episode, in order' })),
  }, { minProperties: 1 }),
}, { examples: [{ expectedMapVersion: 1, patch: { logline: 'The lamp goes out, and somebody has the oil.' } }] }));

export const SeasonMapApproveRequest = model('SeasonMapApproveRequest',
  'The version of the map that a person approves, with the confirmation.', closed({ expectedMapVersion: MapVersion, confirmed: Confirmed }, {
  examples: [{ expectedMapVersion: 1, confirmed: true }],
}));

export const SeasonAdvanceRequest = model('SeasonAdvanceRequest', 'The next step of an episode and what it takes, with the confirmation.', closed({
  action: oneOf(ACTIONS), episodeId: Type.String({ minLength: 1, maxLength: 128, description: 'Id of the episode in the run or in the Series Bible' }), confirmed: Confirmed,
  instruction: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_TEXT, pattern: VISIBLE, description: 'For `revise`: what the text is to do otherwise. Without a writing model only what rules understand' })),
  scriptUploadId: Type.Optional(Type.Unsafe<string>({ ...Id, description: 'For `revise`: a screenplay of the project' })),
  fileUrl: Type.Optional(Type.String({ format: 'uri', maxLength: 2_000, description: 'For `revise`: a screenplay file, which becomes a version of the episode\'s script' })),
}, { examples: [{ action: 'advance', episodeId: 'ep_1', confirmed: true }] }));

/** A revision by an uploaded file, as a form. */
export const SeasonRevisionForm = multipart(closed({
  action: oneOf(['revise']), episodeId: Type.String({ minLength: 1, maxLength: 128 }), confirmed: oneOf(['true']),
}), {
  file: {
    contentTypes: [ANY_TYPE], maxBytes: MAX_SCRIPT_FILE_BYTES, required: true,
    description: 'A screenplay, which becomes the next version of the episode\'s script: PDF, Final Draft (.fdx), Fountain or plain text, at most 10 MB',
  },
});

export const SeasonCancelRequest = model('SeasonCancelRequest', 'The confirmation that a season run ends here.',
  closed({ confirmed: Confirmed }, { examples: [{ confirmed: true }] }));
