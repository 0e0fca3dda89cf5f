import { Next } from '../../src/kernel/contract/next-step.js';
import Type from 'typebox';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { OUTLINE_STATUSES, type OutlinePatch } from '../../src/domain/canon/outlines/outline.js';
import { BEAT_ROLES } from '../../src/craft/narrative/model.js';

export const MAX_BEATS = 60;
const EpisodeId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', description: 'Id of an entry of `episodes` in the Series Bible' });
const BeatId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });
const Names = Type.Array(Type.String({ minLength: 1, maxLength: 120, pattern: VISIBLE }), { maxItems: 20 });
const Pages = Type.Number({ minimum: 0, maximum: 60, description: 'Screenplay pages, about a minute each' });
const Version = Type.Integer({ minimum: 0, description: '0 until something was saved' });

const Beat = model('OutlineBeat', 'One step of an episode: what happens, who is in it, and how long it lasts.', closed({
  id: BeatId, role: oneOf(BEAT_ROLES), summary: Type.String(), characters: Type.Array(Type.String()), estimatedPages: Type.Number(),
}));

const EpisodeOutline = model('EpisodeOutline', 'The outline of one episode, how complete it is, and the draft of it that is under way.', closed({
  episodeId: Type.String(),
  seasonNumber: nullable(Type.Integer({ minimum: 1, description: 'That of the label (`S2E1`), else the only season of the project' })),
  title: Type.String(), label: Type.String(), summary: Type.String(),
  inSeriesBible: Type.Boolean({ description: 'False for an outline whose episode left the Series Bible; it is kept' }),
  outline: closed({ logline: Type.String(), beats: Type.Array(Beat) }),
  status: oneOf(OUTLINE_STATUSES, { description: 'complete: a logline, and three beats or more that all say what happens and how long it lasts' }),
  origin: nullable(oneOf(['caller', 'sources']), { description: 'sources: drafted from them' }),
  drafting: nullable(closed({
    status: oneOf(['drafting', 'failed']), failureMessage: nullable(Type.String()), nextPollAfterMs: nullable(Type.Integer()),
  }), { description: 'The draft that is under way or has failed; poll until it is null' }),
  version: Version, estimatedPages: Type.Number(), updatedAt: nullable(Timestamp),
}));

export const OutlineMapEnvelope = model('OutlineMapEnvelope', 'The outline map of one project.', closed({
  outlineMap: model('OutlineMap', 'The outlines of all episodes of a project.', closed({
    projectId: Id, version: Version, episodes: Type.Array(EpisodeOutline), createdAt: Timestamp, updatedAt: Timestamp,
  })),
  next: Next,
}));

const BeatPatch = closed({
  id: Type.Optional(BeatId), role: oneOf(BEAT_ROLES), summary: Type.String({ maxLength: 2_000, description: 'What happens' }),
  characters: Type.Optional(Names), estimatedPages: Type.Optional(Pages),
});

export const OutlineUpdateRequest = model('OutlineUpdateRequest', 'Exactly one of `outline` and `draft`', closed({
  episodeId: EpisodeId,
  outline: Type.Optional(Type.Unsafe<OutlinePatch | null>(nullable(closed({
    logline: Type.Optional(Type.String({ maxLength: 2_000 })),
    beats: Type.Optional(Type.Array(BeatPatch, { maxItems: MAX_BEATS, description: 'All beats of the episode, in order' })),
  }), { description: 'An omitted field keeps its value; null empties the outline' }))),
  draft: Type.Optional(Type.Literal(true, { description: 'Instead of `outline`: have it drafted from the sources and the Series Bible' })),
  expectedVersion: Type.Optional(Type.Integer({ minimum: 0, description: 'Refuse when the outline of the episode is at another version' })),
}, { exactlyOne: ['outline', 'draft'], examples: [{ episodeId: 'ep_1', outline: { logline: 'A keeper looks for whoever drained her lamp.' } }] }));
