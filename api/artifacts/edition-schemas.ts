import Type from 'typebox';
import { EMOTIONS, NOTES, ROOMS, SCALE_NAMES } from '../../src/craft/screenplay/model.js';
import { DEFAULT_EFFECT } from '../../src/craft/speech/effects/line-effect.js';
import { closed, Id, model, nullable, oneOf } from '../../src/kernel/contract/models.js';
import { Next } from '../../src/kernel/contract/next-step.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { RevisionFields } from './script-schemas.js';

const Character = Type.String({ minLength: 1, maxLength: 120, pattern: VISIBLE, description: 'Who is heard, as the cast of the read names it; `NARRATOR` for the narrator' });
const VoiceId = Type.String({ minLength: 1, maxLength: 200, description: 'Of GET /voices, or a designed voice' });
const VoiceName = Type.String({ minLength: 1, maxLength: 200, pattern: VISIBLE, description: 'For a designed voice; others have the name of the catalogue' });
const EntryIndex = Type.Integer({ minimum: 0, maximum: 1_000_000, examples: [2] });
const Count = Type.Integer({ minimum: 0 });
const Emotions = Type.Array(oneOf(EMOTIONS), { maxItems: EMOTIONS.length, uniqueItems: true });
const VoiceFields = { voiceId: Type.String(), voiceName: nullable(Type.String()), provider: nullable(Type.String()) };
const { status: _, ...EditionFields } = RevisionFields;
const Status = oneOf(['started', 'current'], { description: '`started`: what changed is being spoken. `current`: the read sounds so already, and no edition was made' });

export const VoiceRequest = model('ArtifactVoiceRequest', 'Another voice for one person of a read.', closed({
  character: Character, voiceId: VoiceId, voiceName: Type.Optional(VoiceName),
  skipCanon: Type.Optional(Type.Boolean({ default: false, description: 'Only this read changes; the cast canon of the project keeps its voice' })),
}), { character: 'MARA', voiceId: 'stage-ada' });
export const VoiceRestoreRequest = model('ArtifactVoiceRestoreRequest', 'Who gets the former voice back.', closed({ character: Character }), { character: 'MARA' });
export const VoiceChanged = model('ArtifactVoiceChanged', 'The voice of a person, and how far the edition with it is.', closed({
  ...EditionFields, status: Status, character: Type.String(), voice: closed(VoiceFields),
}));

export const RevoiceRequest = model('ArtifactRevoiceRequest', 'Whose lines are spoken again.', closed({
  character: Character, voiceId: Type.Optional(VoiceId),
  confirm: Type.Optional(Type.Boolean({ default: false, description: 'Without it the call says what would be spoken, and nothing changes' })),
}), { character: 'MARA', confirm: true });
export const RevoiceQuote = model('ArtifactRevoiceQuote', 'What speaking a person again takes; nothing was changed.', closed({
  artifactId: Id, character: Type.String(), status: Type.Literal('quoted'), quotedOnly: Type.Literal(true), credits: Type.Literal(0),
  linesToSpeak: Count, next: Next,
}));
export const Revoiced = model('ArtifactRevoiced', 'Whose lines are being spoken again.', closed({ ...EditionFields, status: Status, character: Type.String(), credits: Type.Literal(0) }));

export const RevoiceLineRequest = model('ArtifactRevoiceLineRequest', 'How one line is spoken again; with its index alone, another take of it.', closed({
  entryIndex: EntryIndex,
  speed: Type.Optional(Type.Number({ minimum: 0.5, maximum: 2, description: 'Factor on the pace of its voice' })),
  actingDirection: Type.Optional(Type.String({ minLength: 1, maxLength: 300, pattern: VISIBLE, description: 'A feeling, a pace or a level in words: `whispering`, `angrily`, `slower`' })),
}), { entryIndex: 4, speed: 0.9, actingDirection: 'whispering, afraid' });
export const LineRevoiced = model('ArtifactLineRevoiced', 'How the line is spoken now, and how far the edition with it is.', closed({
  ...EditionFields, status: Status, entryIndex: EntryIndex, delivery: closed({ emotion: oneOf(EMOTIONS), speed: Type.Number(), volume: Type.Number() }),
}));

const EffectParams = closed({
  key: Type.Optional(oneOf(NOTES, { default: DEFAULT_EFFECT.key, description: 'The note on which the scale begins' })),
  scale: Type.Optional(oneOf(SCALE_NAMES, { default: DEFAULT_EFFECT.scale })),
  strength: Type.Optional(Type.Number({ minimum: 0, maximum: 1, default: DEFAULT_EFFECT.strength, description: 'How far the pitch goes to the nearest note' })),
  smooth: Type.Optional(Type.Integer({ minimum: 0, maximum: 10, default: DEFAULT_EFFECT.smooth, description: 'Steps of 15 ms over which the way to the note is smoothed' })),
  reverb: Type.Optional(oneOf(ROOMS, { default: DEFAULT_EFFECT.reverb, description: 'Where the line is heard' })),
});
export const VoiceModificationRequest = model('ArtifactVoiceModificationRequest', 'Lines whose voices are modified, both ends included.', closed({
  startEntryIndex: EntryIndex, endEntryIndex: EntryIndex, effect: Type.Optional(oneOf(['autotune'], { default: 'autotune' })), params: Type.Optional(EffectParams),
}), { startEntryIndex: 2, endEntryIndex: 4, params: { key: 'D', scale: 'minpent', reverb: 'chapel' } });
export const VoiceModified = model('ArtifactVoiceModified', 'The modification, and how far the edition with it is.', closed({
  ...EditionFields, modificationId: Type.String(),
  status: oneOf(['queued', 'ready'], { description: '`queued`: the edition with it is being made. `ready`: these lines sound so already' }),
  effect: Type.Literal('autotune'),
  params: closed({ key: oneOf(NOTES), scale: oneOf(SCALE_NAMES), strength: Type.Number(), smooth: Type.Integer(), reverb: oneOf(ROOMS) }),
}));

export const PerformanceRequest = model('ArtifactPerformanceRequest', 'How a person, the narrator or everybody is played.', closed({
  character: Type.String({ minLength: 1, maxLength: 120, pattern: VISIBLE, description: 'Who is heard, `NARRATOR`, or `ALL` for those of whom nothing else is said' }),
  speed: Type.Optional(Type.Number({ minimum: 0.5, maximum: 2, description: 'Factor on the pace of every line; 1 as directed' })),
  emotions: Type.Optional(Type.Unsafe<(typeof EMOTIONS)[number][]>({
    ...Emotions, description: 'The emotions of the lines: one that is directed with one of them keeps it, all others have the first; empty as directed',
  })),
}, { minProperties: 2 }), { character: 'MARA', speed: 0.9, emotions: ['calm', 'sad'] });
export const PerformanceChanged = model('ArtifactPerformanceChanged', 'How the person is played, and how far the edition with it is.', closed({
  ...EditionFields, status: Status, character: Type.String(), speed: Type.Number(), emotions: Emotions,
}));

export const CastRequest = model('ArtifactCastRequest', 'Other voices, and other looks, for people of a read.', closed({
  entries: Type.Optional(Type.Array(closed({ character: Character, voiceId: VoiceId, voiceName: Type.Optional(VoiceName) }), { minItems: 1, maxItems: 100 })),
  avatarStyle: Type.Optional(Type.String({
    minLength: 1, maxLength: 1_000, pattern: VISIBLE, description: 'How its people look, in words, instead of what the script or the Series Bible says',
  })),
}, { minProperties: 1, examples: [{ entries: [{ character: 'MARA', voiceId: 'nell' }] }] }));
export const CastChanged = model('ArtifactCastChanged', 'The voices of a read, whose portraits change, and how far the edition with both is.', closed({
  ...EditionFields, status: Status,
  voiceMap: Type.Record(Type.String(), closed(VoiceFields), { description: 'The voice of each name that is heard' }),
  avatars: Type.Array(closed({
    character: Type.String(), status: oneOf(['queued', 'ready'], { description: '`queued`: drawn with the edition' }),
    chatToolJobId: Type.Null({ description: 'Drawn portraits have no job' }),
  }), { description: 'Everybody who is seen, after a new style; else empty' }),
}));
