import Type from 'typebox';
import { MAX_SEASON } from '../../src/domain/projects/season-store.js';
import { DRAFT_STATUSES } from '../../src/domain/scripts/script-model.js';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { Next } from '../../src/kernel/contract/next-step.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { Script } from '../scripts/schemas.js';

const Count = Type.Integer({ minimum: 0 });
const Words = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, pattern: VISIBLE, ...(description ? { description } : {}) });

export const MAX_SCENES = 60;

const SeasonNumber = Type.Integer({ minimum: 1, maximum: MAX_SEASON });
const Season = closed({ number: SeasonNumber, name: Type.String() });
export const SeasonCreateRequest = model('SeasonCreateRequest', 'The name of a new season.', closed({
  name: Type.Optional(Words(80, 'Without it `Season N`')),
}), { name: 'The First Winter' });
export const SeasonCreated = model('SeasonCreated', 'The new season, and all seasons of the project.',
  closed({ season: Season, seasons: Type.Array(Season, { description: 'All of the project' }), next: Next }));

export const EpisodeStartRequest = model('EpisodeStartRequest', 'Exactly one of `episodeId` and `title`', closed({
  episodeId: Type.Optional(Words(128, 'Id of an entry of `episodes` in the Series Bible')),
  title: Type.Optional(Words(500, 'Title or label of such an entry, whatever its case and marks')),
  seasonNumber: Type.Optional(Type.Unsafe<number>({
    ...SeasonNumber,
    description: 'Season of a new draft; without it the one that the label names (`S2E1`), else the only season that there is, else none',
  })),
}, { exactlyOne: ['episodeId', 'title'], examples: [{ episodeId: 'ep_boot' }] }));
export const EpisodeStarted = model('EpisodeStarted', 'The draft of an episode, and whether this call created it.', closed({
  created: Type.Boolean({ description: 'False when a script covers the episode already' }),
  scriptUploadId: Id,
  episodeId: Type.String(),
  script: Script,
  next: Next,
}));

const SceneFields = {
  heading: Type.String({ minLength: 1, maxLength: 160, pattern: '[\\p{L}\\p{N}]', description: 'Such as `INT. LAMP ROOM - NIGHT`' }),
  summary: Type.String({ maxLength: 2_000, description: 'What happens' }),
};
export const DraftRequest = model('ScreenplayDraftRequest', 'The scenes to write, and what the writer should keep in mind.', closed({
  scenes: Type.Optional(Type.Array(closed({
    ...SceneFields,
    characters: Type.Optional(Type.Array(Words(80), { maxItems: 20 })),
  }), { minItems: 1, maxItems: MAX_SCENES, description: 'What is to be written next, in the order of the story; without it the scenes are planned here' })),
  instructions: Type.Optional(nullable(Type.String({ maxLength: 4_000, description: 'Followed by a writing model, or by rules as far as `warnings` says: shorter, without a word or a person, more dialogue, call Ada Maria, sadder' }))),
}), {
  scenes: [{ heading: 'INT. LAMP ROOM - NIGHT', summary: 'The lamp goes out, and Ada asks who is there.', characters: ['Ada', 'Tom'] }],
  instructions: 'Keep it dry.',
});

const Draft = {
  draft: closed({
    scriptUploadId: Id,
    status: oneOf(DRAFT_STATUSES),
    scenes: Type.Array(closed({
      index: Count, ...SceneFields, characters: Type.Array(Type.String()), status: oneOf(['pending', 'writing', 'written', 'failed']),
    })),
    completed: Type.Unsafe<number>({ ...Count, description: 'Scenes that are in the text' }),
    total: Count,
    nextPollAfterMs: nullable(Type.Integer({ description: 'Null when nothing is being written' })),
    failureCode: nullable(Type.String()),
    failureMessage: nullable(Type.String()),
    updatedAt: Timestamp,
  }),
  next: Next,
};
export const DraftEnvelope = model('ScreenplayDraftEnvelope', 'How far the drafting of an episode is.', closed(Draft));
export const DraftBegun = model('ScreenplayDraftBegun',
  'How far the drafting of an episode is, and which of the words that were sent nothing follows.', closed({
  ...Draft, warnings: Type.Array(closed({ field: Type.String(), message: Type.String() }), { description: 'Words of the instructions that nothing follows, and what would' }),
}));
