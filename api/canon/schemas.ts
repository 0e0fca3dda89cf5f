import Type from 'typebox';
import { BIBLE_TEXT_KEYS, type BibleTextKey } from '../../src/domain/canon/series-bible.js';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/contract/models.js';

export const CastName = Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' });
export const Gender = oneOf(['female', 'male', 'neutral']);
const PictureUrl = Type.String({ maxLength: 2048, pattern: '^https?://[^\\s]+$' });
export const ExpectedVersion = Type.Integer({ minimum: 0, description: 'Refuse when the record is at another version' });
const SaveMode = oneOf(['merge', 'replace'], { default: 'merge', description: 'merge keeps what is not sent' });

export const CastVoice = model('CastVoice', closed({ voiceId: Type.String(), voiceName: Type.String(), provider: Type.String() }));

/** Name and provider come from the voice catalogue; they may be sent but have no effect. */
export const VoiceChoice = model('VoiceChoice', closed({
  voiceId: Type.String({ minLength: 1, maxLength: 200 }),
  voiceName: Type.Optional(Type.String({ maxLength: 200 })),
  provider: Type.Optional(Type.String({ maxLength: 80 })),
}));

export const CanonCharacter = model('CanonCharacter', closed({
  name: Type.String(), aliases: Type.Array(Type.String()), role: Type.String(), gender: Gender, voice: nullable(CastVoice),
  headshotUrl: nullable(Type.String()), bodyShotUrl: nullable(Type.String()), characterSheetUrl: nullable(Type.String()),
  finalized: Type.Boolean(), missing: Type.Array(Type.String(), { description: 'Fields a table read still needs' }),
}));

export const CastCanon = model('CastCanon', closed({
  projectId: Id, version: Type.Integer({ minimum: 0, description: '0 until something was saved' }), narrator: nullable(CastVoice),
  characters: Type.Array(CanonCharacter), complete: Type.Boolean(), createdAt: Timestamp, updatedAt: Timestamp,
}));
export const CastCanonEnvelope = model('CastCanonEnvelope', closed({ castCanon: CastCanon }));

const CharacterPatch = model('CanonCharacterPatch', closed({
  name: CastName,
  aliases: Type.Optional(nullable(Type.Array(CastName, { maxItems: 20 }))),
  role: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 200 }))),
  gender: Type.Optional(nullable(Gender)),
  voice: Type.Optional(nullable(VoiceChoice)),
  headshotUrl: Type.Optional(nullable(PictureUrl)),
  bodyShotUrl: Type.Optional(nullable(PictureUrl)),
  characterSheetUrl: Type.Optional(nullable(PictureUrl)),
  finalized: Type.Optional(nullable(Type.Boolean())),
}));

export const CastCanonUpdateRequest = model('CastCanonUpdateRequest', closed({
  characters: Type.Optional(nullable(Type.Array(CharacterPatch, { maxItems: 200 }))),
  narrator: Type.Optional(nullable(VoiceChoice)),
  mode: Type.Optional(SaveMode),
  expectedVersion: Type.Optional(ExpectedVersion),
}));

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

const Readiness = { ready: Type.Boolean(), missingFields: Type.Array(Type.String()) };

export const SeriesBible = model('SeriesBible', closed({
  id: Id, projectId: Id, kind: Type.Literal('series_bible'), title: Type.String(), generatedFrom: nullable(Type.String()),
  currentVersion: Type.Integer({ minimum: 0, description: '0 until something was saved' }),
  audioOnly: Type.Boolean(),
  readiness: closed({
    premise: closed(Readiness), visuals: closed({ required: Type.Boolean(), ...Readiness }), moodBoard: closed(Readiness),
  }),
  content: SeriesBibleContent, createdAt: Timestamp, updatedAt: Timestamp,
}));
export const SeriesBibleEnvelope = model('SeriesBibleEnvelope', closed({ document: SeriesBible }));

export const SeriesBibleUpdateRequest = model('SeriesBibleUpdateRequest', closed({
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })),
  content: Type.Optional(ContentPatchSchema),
  mode: Type.Optional(SaveMode),
  expectedVersion: Type.Optional(ExpectedVersion),
}, { minProperties: 1 }));
