import Type from 'typebox';
import { COLOURS, MUSIC_MOODS } from '../../src/craft/audio/composer/wish.js';
import { BEAT_SIZES, SLOTS, TRAILER_SECONDS } from '../../src/craft/trailer/cut.js';
import { ASPECTS, RESOLUTIONS } from '../../src/domain/artifacts/film/film-choice.js';
import { DEFECTS } from '../../src/domain/storyboards/takes/take.js';
import { TAKE_STATUSES } from '../../src/domain/storyboards/views.js';
import { TRAILER_STATUSES } from '../../src/domain/trailers/trailer-model.js';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { Next } from '../../src/kernel/contract/next-step.js';
import { NextCursor } from '../../src/kernel/contract/paging.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { BoardFilm } from '../families/board-film.js';

const Url = Type.String({ format: 'uri', description: 'Takes no key; holds for a day or two' });
const Ms = (description: string) => Type.Integer({ description });
const Count = Type.Integer({ minimum: 0 });
const Credits = Type.Number({ minimum: 0 });

/** A trailer without its beats. */
export const Trailer = model('Trailer', 'A trailer that is cut from a performed table read.', closed({
  id: Id, projectId: Id, sourceArtifactId: Id, title: Type.String(), status: oneOf(TRAILER_STATUSES), seconds: Count, aspect: oneOf(ASPECTS),
  intent: nullable(Type.String()), resolution: nullable(oneOf(RESOLUTIONS)),
  approvals: closed({ plan: Type.Boolean(), storyboard: Type.Boolean({ description: 'Of the storyboard as it is now' }), draft: Type.Boolean() }),
  draft: nullable(BoardFilm), film: nullable(BoardFilm), failureCode: nullable(Type.String({ description: 'Why the last part could not be made; its credits were released' })),
  failureMessage: nullable(Type.String()), createdAt: Timestamp, updatedAt: Timestamp,
}));

export const TrailerEnvelope = model('TrailerEnvelope', 'A trailer.', closed({ trailer: Trailer, next: Next }));
export const TrailerList = model('TrailerList', 'One page of the trailers of a project, newest first.', closed({ trailers: Type.Array(Trailer), nextCursor: NextCursor }));

export const TrailerCreateRequest = model('TrailerCreateRequest', 'What a trailer is cut from, and how long it is.', closed({
  sourceArtifactId: Type.Unsafe<string>({ ...Id, description: 'A table read of the project that is performed to its end' }),
  seconds: Type.Integer({ minimum: TRAILER_SECONDS.least, maximum: TRAILER_SECONDS.most, description: 'Its length: 30, 60 and 90 are usual' }),
  intent: Type.Optional(Type.String({ minLength: 1, maxLength: 400, pattern: VISIBLE, description: 'What it is for, in words that people read beside it' })),
  aspect: Type.Optional(oneOf(ASPECTS, { default: '16:9', description: '`9:16` for telephones held upright' })),
}), { sourceArtifactId: 'art_01kb2m3n4p5q6r7s8t9v0w1x2y', seconds: 60, aspect: '16:9' });

const Line = closed({
  entryIndex: Count, sentence: Type.Integer({ minimum: 0, description: 'Which part of the line, from 0' }), speaker: nullable(Type.String({ description: 'null: the narrator' })), text: Type.String(),
  fromMs: Ms('Where it begins in the sound of its line'), toMs: Ms('Where it ends there'), offsetMs: Ms('When it begins after its beat; before it, when negative'), gainDb: Type.Number(),
});
const Picture = closed({ sceneIndex: Count, entryIndex: Count, size: oneOf(BEAT_SIZES), people: Type.Array(Type.String()) });
export const Effect = closed({ soundId: Type.String(), offsetMs: Count, levelDb: Type.Number() });
const Take = closed({
  takeId: Type.String(), status: oneOf(TAKE_STATUSES), retaken: Type.Boolean({ description: 'Made again by the service, at no price, in the place of a take with defects' }), credits: Credits, defects: Type.Array(oneOf(DEFECTS)), failureMessage: nullable(Type.String()),
  url: nullable(Url), frameUrl: nullable(Url), durationMs: nullable(Count),
});

/** Fields of a beat in answers. */
export const BEAT_FIELDS = {
  index: Count, slot: oneOf(SLOTS, { description: 'Its part in the trailer' }), startMs: Count, durationMs: Count,
  counts: Type.Integer({ minimum: 1, description: 'Its length in counts of the music' }), cuts: Type.Integer({ minimum: 1, description: 'How many pictures follow one another in it' }),
  line: nullable(Line), picture: nullable(Picture), card: nullable(Type.String({ description: 'Words on a card, in the place of a picture' })),
  imageId: nullable(Type.String({ description: 'An image of the project that it shows' })), effects: Type.Array(Effect),
  marks: Type.Array(closed({ rule: Type.String(), points: Type.Number(), words: Type.String() }), { description: 'Why it has its line: what each rule gave or took' }),
  selectedTake: nullable(Type.String({ description: 'The take that is seen; null before there is one' })),
  stale: Type.Boolean({ description: 'Its take shows something else than the beat says by now; render it again' }),
  frameUrl: nullable(Url), takes: Type.Array(Take),
};

export const Music = closed({ mood: oneOf(MUSIC_MOODS), colour: nullable(oneOf(COLOURS)), levelDb: Type.Number(), muted: Type.Boolean() });
export const Narrator = closed({ voiceId: Type.String(), provider: nullable(Type.String()) });

/** Fields of the storyboard beside its beats. */
export const BOARD_FIELDS = { countsPerMinute: Type.Number({ description: 'Tempo of the music; every beat lasts whole counts of it' }), music: Music, narrator: nullable(Narrator) };

const Span = { startMs: Count, endMs: Count };
export const TrailerAudioTimeline = model('TrailerAudioTimeline', 'What sounds when in a trailer, in milliseconds.', closed({
  durationMs: Count,
  lines: Type.Array(closed({
    beatIndex: Count, entryIndex: Count, sentence: Count, speaker: nullable(Type.String()), text: Type.String(), ...Span, lineOffsetMs: Type.Integer(),
    lineGainDb: Type.Number(),
  })),
  effects: Type.Array(closed({ beatIndex: Count, soundId: Type.String(), levelDb: Type.Number(), ...Span })),
  music: Type.Array(closed({ role: Type.String(), level: Type.Array(Type.Number(), { description: 'How full it begins and ends, 0 to 1' }), ...Span })),
  hits: Type.Array(Count, { description: 'When the music strikes' }),
}));
export const TrailerAudioTimelineEnvelope = model('TrailerAudioTimelineEnvelope', 'What sounds when in a trailer.', closed({ audioTimeline: TrailerAudioTimeline }));

export const TrailerAudioEnvelope = model('TrailerAudioEnvelope', 'The sound of a trailer as it was rendered last.', closed({
  audio: closed({
    status: oneOf(['not_rendered', 'rendering', 'ready', 'stale'], { description: '`stale`: the storyboard was edited since' }), url: nullable(Url), durationMs: nullable(Count),
    byteSize: nullable(Count), lufs: nullable(Type.Number()),
  }),
  next: Next,
}));

export const TrailerVideoExport = model('TrailerVideoExport', 'The finished trailer as a file.', closed({
  export: closed({
    format: Type.Literal('mp4'), url: Url, fileName: Type.String(), byteSize: Count, sha256: Type.String(), durationMs: Count, resolution: oneOf(RESOLUTIONS), aspect: oneOf(ASPECTS),
    lufs: Type.Number(),
  }),
}));
