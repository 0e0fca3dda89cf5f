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

const BibleEpisode = model('SeriesBibleEpisode', closed({
  id: EntryId, label: Short, title: Short, summary: Long, status: Short,
}));
const BibleCharacter = model('SeriesBibleCharacter', closed({
  id: EntryId, name: CastName, role: Short, want: Long, wound: Long, arc: Long, voice: Long, relationships: Long,
}));

const optional = <P extends Record<string, ReturnType<typeof Type.Unsafe>>>(properties: P) =>
  Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, Type.Optional(schema)]));

export const SeriesBibleContent = model('SeriesBibleContent', Type.Unsafe<Record<string, unknown>>(closed({
  ...optional(textKeys(textSchema)),
  episodes: Type.Optional(Type.Array(BibleEpisode)), characters: Type.Optional(Type.Array(BibleCharacter)),
})));

type ContentPatch = import('../../src/domain/canon/series-bible.js').BibleContentPatch;
const ContentPatchSchema = model('SeriesBibleContentPatch', Type.Unsafe<ContentPatch>(closed({
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

export const SeriesBible = model('SeriesBible', closed({
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
export const SeriesBibleEnvelope = model('SeriesBibleEnvelope', closed({ document: SeriesBible, stage: Stage, next: Next }));

export const SeriesBibleGenerated = model('SeriesBibleGenerated', closed({
  document: SeriesBible, stage: Stage, next: Next,
  warnings: Type.Array(closed({ field: Type.String(), message: Type.String() }), { description: 'Words of the request that nothing follows, and what would' }),
}));

export const BibleVersionQuery = closed({
  version: Type.Optional(Type.Integer({ minimum: 1, description: 'An earlier version; without it the current one' })),
});

export const SeriesBibleVersions = model('SeriesBibleVersions', closed({
  versions: Type.Array(closed({
    version: Type.Integer({ minimum: 1 }), title: nullable(Type.String()), generatedFrom: nullable(Type.String()), createdAt: Timestamp,
  })),
  nextCursor: NextCursor,
}));

const BibleKey = model('SeriesBibleKey', oneOf([...BIBLE_TEXT_KEYS, 'episodes', 'characters'], { description: 'A key of the Series Bible' }));

export const SeriesBibleGenerateRequest = model('SeriesBibleGenerateRequest', closed({
  instructions: Type.Optional(Type.String({ minLength: 1, maxLength: 4_000, pattern: VISIBLE, description: 'What to do otherwise than before' })),
  replace: Type.Optional(Type.Union([
    Type.Literal('all'), Type.Array(BibleKey, { minItems: 1, uniqueItems: true }),
  ], { description: 'Keys of yours that may be overwritten; only together with `instructions`' })),
}));

export const CharacterQuery = closed({
  name: Type.String({ minLength: 1, maxLength: 120, pattern: VISIBLE, description: 'Its name, or an alias in the cast', examples: ['Ada'] }),
});

export const SeriesBibleCharacterEnvelope = model('SeriesBibleCharacterEnvelope', closed({
  character: BibleCharacter, currentVersion: Type.Integer({ minimum: 0, description: 'Of the Series Bible' }), next: Next,
}));

export const SeriesBibleCharacterRequest = model('SeriesBibleCharacterRequest', closed({
  name: Type.String({ ...CastName, examples: ['Ada'] }), role: Type.Optional(Short), want: Type.Optional(Long), wound: Type.Optional(Long),
  arc: Type.Optional(Long), voice: Type.Optional(Long), relationships: Type.Optional(Long),
  expectedVersion: Type.Optional(ExpectedVersion), create: Type.Optional(Type.Boolean({ default: false, description: 'Add the character when there is none of this name' })),
}));

export const SeriesBibleUpdateRequest = model('SeriesBibleUpdateRequest', closed({
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: VISIBLE })),
  content: Type.Optional(ContentPatchSchema),
  mode: Type.Optional(SaveMode),
  expectedVersion: Type.Optional(ExpectedVersion),
}, { minProperties: 1 }));
