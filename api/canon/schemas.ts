import Type from 'typebox';
import { Next } from '../../src/kernel/contract/next-step.js';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';

export const CastName = Type.String({ minLength: 1, maxLength: 120, pattern: VISIBLE });
export const Gender = oneOf(['female', 'male', 'neutral']);
const PictureUrl = Type.String({ maxLength: 2048, pattern: '^https?://[^\\s]+$' });
export const ExpectedVersion = Type.Integer({ minimum: 0, description: 'Refuse when the record is at another version' });
export const SaveMode = oneOf(['merge', 'replace'], { default: 'merge', description: 'merge keeps what is not sent' });

export const CastVoice = model('CastVoice', 'A voice that is cast.', closed({ voiceId: Type.String(), voiceName: Type.String(), provider: Type.String() }));

/** Name and provider come from the voice catalogue; they may be sent but have no effect. */
export const VoiceChoice = model('VoiceChoice', 'The voice to cast.', closed({
  voiceId: Type.String({ minLength: 1, maxLength: 200 }),
  voiceName: Type.Optional(Type.String({ maxLength: 200 })),
  provider: Type.Optional(Type.String({ maxLength: 80 })),
}));

export const CanonCharacter = model('CanonCharacter', 'One character of the cast canon, with what is still missing before it can be heard.', closed({
  name: Type.String(), aliases: Type.Array(Type.String()), role: Type.String(), gender: Gender, voice: nullable(CastVoice),
  headshotUrl: nullable(Type.String()), bodyShotUrl: nullable(Type.String()), characterSheetUrl: nullable(Type.String()),
  finalized: Type.Boolean(), missing: Type.Array(closed({
    item: Type.String({ description: '`voice`, or a picture field' }), optional: Type.Boolean({ description: 'No read waits for it: the server draws everyone without a picture' }),
  }), { description: 'What the character lacks' }),
}));

export const CastCanon = model('CastCanon', 'Who plays whom in a project, and who narrates.', closed({
  projectId: Id, version: Type.Integer({ minimum: 0, description: '0 until something was saved' }), narrator: nullable(CastVoice),
  characters: Type.Array(CanonCharacter), complete: Type.Boolean({ description: 'There is a cast, and every character has a voice' }), createdAt: Timestamp, updatedAt: Timestamp,
}));
export const CastCanonEnvelope = model('CastCanonEnvelope', 'The cast canon of one project.', closed({ castCanon: CastCanon, next: Next }));

const CharacterPatch = model('CanonCharacterPatch', 'What to save about one character. An omitted field stays, null clears it.', closed({
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

export const CastCanonUpdateRequest = model('CastCanonUpdateRequest', 'The characters and the narrator to save.', closed({
  characters: Type.Optional(nullable(Type.Array(CharacterPatch, { maxItems: 200 }))),
  narrator: Type.Optional(nullable(VoiceChoice)),
  mode: Type.Optional(SaveMode),
  expectedVersion: Type.Optional(ExpectedVersion),
}), {
  characters: [{ name: 'Ada', gender: 'female', role: 'keeper', voice: { voiceId: 'stage-narrator-f' } }], narrator: { voiceId: 'stage-narrator-m' },
});
