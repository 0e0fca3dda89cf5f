import Type from 'typebox';
import { ORIGINS } from '../../src/domain/canon/bible/provenance.js';
import { PROJECT_STAGES } from '../../src/domain/canon/project-stage.js';
import { BIBLE_TEXT_KEYS, type BibleTextKey } from '../../src/domain/canon/series-bible.js';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { Next } from '../../src/kernel/contract/next-step.js';
import { NextCursor } from '../../src/kernel/contract/paging.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { CastName, ExpectedVersion, SaveMode } from './schemas.js';

const BibleText = Type.String({ maxLength: 20_000 });
/** Lower case, so that `audio` has one spelling. */
const ProductionMedium = Type.String({
  pattern: '^[a-z][a-z _-]{0,39}$', description: 'For example audio, film, series; `audio` marks an audio-only project',
});
const textKeys = <S extends ReturnType<typeof Type.Unsafe>>(wrap: (key: BibleTextKey) => S) =>
  Object.fromEntries(BIBLE_TEXT_KEYS.map((key) => [key, wrap(key)])) as Record<BibleTextKey, S>;
const textSchema = (key: BibleTextKey) => Type.Unsafe<string>(key === 'productionMedium' ? ProductionMedium : BibleText);

const EntryId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });
const Short = Type.String({ maxLength: 400 });
const Long = Type.String({ maxLength: 8_000 });

const BibleEpisode = model('SeriesBibleEpisode', 'An episode as the Series Bible plans it.', closed({
  id: EntryId, label: Short, title: Short, summary: Long, status: Short,
}));
const BibleCharacter = model('SeriesBibleCharacter', 'A character: role, want, wound, arc and voice.', closed({
  id: EntryId, name: CastName, role: Short, want: Long, wound: Long, arc: Long, voice: Long, relationships: Long,
}));

const optional = <P extends Record<string, ReturnType<typeof Type.Unsafe>>>(properties: P) =>
  Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, Type.Optional(schema)]));

export const SeriesBibleContent = model('SeriesBibleContent',
  'The content of a Series Bible: premise, tone, look, people and episodes.', Type.Unsafe<Record<string, unknown>>(closed({
  ...optional(textKeys(textSchema)),
  episodes: Type.Optional(Type.Array(BibleEpisode)), characters: Type.Optional(Type.Array(BibleCharacter)),
})));

type ContentPatch = import('../../src/domain/canon/series-bible.js').BibleContentPatch;
const ContentPatchSchema = model('SeriesBibleContentPatch',
  'What to save of a Series Bible. Keys that are left out stay, null clears.', Type.Unsafe<ContentPatch>(closed({
  ...optional(textKeys((key) => Type.Unsafe<string | null>(nullable(textSchema(key))))),
  episodes: Type.Optional(nullable(Type.Array(closed({
    id: Type.Optional(EntryId), label: Type.Optional(Short), title: Short, summary: Type.Optional(Long), status: Type.Optional(Short),
  }), { maxItems: 200 }))),
  characters: Type.Optional(nullable(Type.Array(closed({
    id: Type.Optional(EntryId), name: CastName, role: Type.Optional(Short), want: Type.Optional(Long), wound: Type.Optional(Long),
    arc: Type.Optional(Long), voice: Type.Optional(Long), relationships: Type.Optional(Long),
  }), { maxItems: 200 }))),
})));

const Origin = closed({
  from: oneOf(ORIGINS), spans: Type.Array(closed({ sourceId: Id, start: Type.Integer({ minimum: 0 }), end: Type.Integer({ minimum: 0 }) })),
});
const Readiness = { ready: Type.Boolean(), missingFields: Type.Array(Type.String()) };

export const SeriesBible = model('SeriesBible', 'The Series Bible of a project, and what it still lacks for each stage.', closed({
  id: Id, projectId: Id, kind: Type.Literal('series_bible'), title: Type.String(), generatedFrom: nullable(Type.String()),
  currentVersion: Type.Integer({ minimum: 0, description: '0 until something was saved' }),
  audioOnly: Type.Boolean(),
  readiness: closed({
    premise: closed(Readiness), visuals: closed({ required: Type.Boolean(), ...Readiness }), moodBoard: closed(Readiness),
  }),
  generation: nullable(closed({ status: oneOf(['generating', 'complete', 'failed']), failureMessage: nullable(Type.String()) }, {
    description: 'The newest request to make it from sources; null before the first',
  })),
  provenance: Type.Record(Type.String(), Origin, { description: 'Where each key of the content comes from' }),
  content: SeriesBibleContent, createdAt: Timestamp, updatedAt: Timestamp,
}));

const Stage = closed({
  stage: oneOf(PROJECT_STAGES), missingFields: Type.Array(Type.String()), canPlan: Type.Boolean(), canStartEpisode: Type.Boolean(),
});
export const SeriesBibleEnvelope = model('SeriesBibleEnvelope', 'The Series Bible of one project.',
  closed({ document: SeriesBible, stage: Stage, next: Next }));

export const SeriesBibleGenerated = model('SeriesBibleGenerated',
  'How far the drafting of a Series Bible is, and which of the words that were sent nothing follows.', closed({
  document: SeriesBible, stage: Stage, next: Next,
  warnings: Type.Array(closed({ field: Type.String(), message: Type.String() }), { description: 'Words of the request that nothing follows, and what would' }),
}));

export const BibleVersionQuery = closed({
  version: Type.Optional(Type.Integer({ minimum: 1, description: 'An earlier version; without it the current one' })),
});

export const SeriesBibleVersions = model('SeriesBibleVersions', 'The versions of a Series Bible.', closed({
  versions: Type.Array(closed({
    version: Type.Integer({ minimum: 1 }), title: nullable(Type.String()), generatedFrom: nullable(Type.String()), createdAt: Timestamp,
  })),
  nextCursor: NextCursor,
}));

const BIBLE_KEYS = [...BIBLE_TEXT_KEYS, 'episodes', 'characters'] as const;
const BibleKey = model('SeriesBibleKey', 'A key of the Series Bible', oneOf(BIBLE_KEYS));

export const SeriesBibleGenerateRequest = model('SeriesBibleGenerateRequest', 'What to make anew from the sources.', closed({
  instructions: Type.Optional(Type.String({ minLength: 1, maxLength: 4_000, pattern: VISIBLE, description: 'What to do otherwise than before' })),
  replace: Type.Optional(Type.Union([
    Type.Literal('all'), Type.Array(BibleKey, { minItems: 1, maxItems: BIBLE_KEYS.length, uniqueItems: true }),
  ], { description: 'Keys of yours that may be overwritten; only together with `instructions`' })),
}));

export const CharacterQuery = closed({
  name: Type.String({ minLength: 1, maxLength: 120, pattern: VISIBLE, description: 'Its name, or an alias in the cast', examples: ['Ada'] }),
});

export const SeriesBibleCharacterEnvelope = model('SeriesBibleCharacterEnvelope', 'One character, and the version of the Series Bible that it is in.', closed({
  character: BibleCharacter, currentVersion: Type.Integer({ minimum: 0, description: 'Of the Series Bible' }), next: Next,
}));

export const SeriesBibleCharacterRequest = model('SeriesBibleCharacterRequest', 'The fields of one character to save.', closed({
  name: Type.String({ ...CastName, examples: ['Ada'] }), role: Type.Optional(Short), want: Type.Optional(Long), wound: Type.Optional(Long),
  arc: Type.Optional(Long), voice: Type.Optional(Long), relationships: Type.Optional(Long),
  expectedVersion: Type.Optional(ExpectedVersion), create: Type.Optional(Type.Boolean({ default: false, description: 'Add the character when there is none of this name' })),
}));

export const SeriesBibleUpdateRequest = model('SeriesBibleUpdateRequest', 'The content to save as a new version of the Series Bible.', closed({
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: VISIBLE })),
  content: Type.Optional(ContentPatchSchema),
  mode: Type.Optional(SaveMode),
  expectedVersion: Type.Optional(ExpectedVersion),
}, { minProperties: 1 }), {
  content: { productionMedium: 'audio', logline: 'A lamp that chooses its keeper.', tone: 'dry', premise: 'Every night something comes ashore.' },
});
