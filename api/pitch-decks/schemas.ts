import Type from 'typebox';
import { COLOURS, MUSIC_MOODS } from '../../src/craft/audio/composer/wish.js';
import { ARC_STAGES, CHAPTER_KINDS, CHAPTER_SECONDS, COMPOSITIONS, CUTS_INTO_NEXT, FOCUSES, INTENT_FIELDS, TEXT_MODES } from '../../src/craft/deck/deck.js';
import { BEAT_SIZES } from '../../src/craft/trailer/cut.js';
import { STAGES, TEXT_MOTIONS } from '../../src/domain/pitch-decks/deck-model.js';
import { DECK_SETTINGS } from '../../src/domain/pitch-decks/deck-settings.js';
import { DECK_FORMATS } from '../../src/domain/pitch-decks/files/deck-files-store.js';
import { DEFECTS } from '../../src/domain/storyboards/takes/take.js';
import { TAKE_STATUSES } from '../../src/domain/storyboards/views.js';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { Next } from '../../src/kernel/contract/next-step.js';
import { valueSchemas } from '../../src/kernel/families/storyboards/board-setting.js';
import { NextCursor } from '../../src/kernel/contract/paging.js';
import { BoardFilm } from '../families/board-film.js';

const Url = Type.String({ format: 'uri', description: 'Takes no key; holds for a day or two' });
const Count = Type.Integer({ minimum: 0 });
const Ms = (description: string) => Type.Integer({ description });

/** A deck without its chapters. */
export const PitchDeck = model('PitchDeck', 'A pitch deck that is written from a plan and a performed table read.', closed({
  id: Id, projectId: Id, artifactId: nullable(Id, { description: 'The artifact of its job; null for a copy' }), sourceTableReadArtifactId: Id, storyPlanId: nullable(Id),
  title: Type.String(), stage: oneOf(STAGES), revision: Type.Integer({ minimum: 0, description: 'Of its storyboard' }),
  approvals: closed({ plan: Type.Boolean(), storyboard: Type.Boolean({ description: 'Of the storyboard as it is now' }), draft: Type.Boolean() }),
  draft: nullable(BoardFilm, { description: 'The film for review' }), video: nullable(BoardFilm, { description: 'The finished film' }),
  publishedVersion: nullable(Type.Integer({ minimum: 1 }), { description: 'The version that its share page shows, also while the deck is edited on' }),
  share: closed({ url: nullable(Type.String({ format: 'uri' }), { description: 'Its share page; null while it has none' }), expiresAt: nullable(Timestamp) }),
  documents: Type.Array(closed({
    format: oneOf(DECK_FORMATS), url: Url, byteSize: Count, sha256: Type.String(), pages: Count, revision: Count,
    stale: Type.Boolean({ description: 'The storyboard was edited since' }),
  }), { description: 'Its PDF and its slides, as far as they are made' }),
  lacks: Type.Optional(Type.Array(closed({
    criterion: Type.String({ description: 'Such as `intent: team` or `length`' }), words: Type.String(), wanted: Type.String(),
    chapters: Type.Array(Count, { description: 'The chapters that it is about, counted from 0; none for the whole deck' }),
  }), { description: 'What its plan lacks, in answers about this deck alone while the plan waits for its approval' })),
  failureCode: nullable(Type.String({ description: 'Why the last part could not be made; its credits were released' })), failureMessage: nullable(Type.String()),
  createdAt: Timestamp, updatedAt: Timestamp,
}));

export const PitchDeckEnvelope = model('PitchDeckEnvelope', 'A pitch deck.', closed({ pitchDeck: PitchDeck, next: Next }));
export const PitchDeckList = model('PitchDeckList', 'One page of the pitch decks of a project, newest first.', closed({ pitchDecks: Type.Array(PitchDeck), nextCursor: NextCursor }));

const Origin = Type.Union([
  closed({
    kind: Type.Literal('source'), sourceId: Type.String(), from: Count, to: Count,
    retold: Type.Optional(Type.Literal(true, { description: 'A model says in other words what they say; absent for their own words' })),
  }, { description: 'Characters of the text of a source' }),
  closed({ kind: Type.Literal('entry'), entryIndex: Count, from: Count, to: Count }, { description: 'Characters of an entry of the read' }),
  closed({ kind: oneOf(['plan', 'canon']), field: Type.String() }, { description: 'A field of the plan or of the Series Bible' }),
  closed({ kind: Type.Literal('person'), field: oneOf([...INTENT_FIELDS, 'edit']) }, { description: 'What people wrote' }),
]);
export const Sentence = closed({ text: Type.String(), origins: Type.Array(Origin, { description: 'Where it comes from' }) });
const Line = closed({
  entryIndex: Count, sentence: Count, speaker: nullable(Type.String({ description: 'null: the narrator' })), text: Type.String(), fromMs: Ms('Where it begins in the sound of its line'),
  toMs: Ms('Where it ends there'), offsetMs: Ms('How much later it is heard than in its turn'), gainDb: Type.Number(),
});
const Picture = closed({ sceneIndex: Count, entryIndex: Count, size: oneOf(BEAT_SIZES), people: Type.Array(Type.String()) });
const Effect = closed({ soundId: Type.String(), offsetMs: Count, levelDb: Type.Number() });
const Take = closed({
  takeId: Type.String(), status: oneOf(TAKE_STATUSES), retaken: Type.Boolean({ description: 'Made again by the service, at no price, in the place of a take with defects' }), credits: Type.Number({ minimum: 0 }), defects: Type.Array(oneOf(DEFECTS)),
  failureMessage: nullable(Type.String()),
  url: nullable(Url), frameUrl: nullable(Url), durationMs: nullable(Count),
});

/** Fields of a chapter that callers may set. */
export const CHAPTER_CHOICES = {
  title: Type.String({ minLength: 1, maxLength: 80 }), arcStage: oneOf(ARC_STAGES), focus: oneOf(FOCUSES),
  durationSeconds: Type.Integer({ minimum: CHAPTER_SECONDS.least, maximum: CHAPTER_SECONDS.most }),
  textMode: oneOf(TEXT_MODES, { description: '`voiceover`: the narrator speaks the text; `caption`: it is printed' }), composition: oneOf(COMPOSITIONS),
  cutIntoNext: oneOf(CUTS_INTO_NEXT, { description: '`dip`: through black' }),
};

/** Fields of a chapter in answers. */
export const CHAPTER_FIELDS = {
  index: Count, kind: oneOf(CHAPTER_KINDS), ...CHAPTER_CHOICES, startMs: Count, durationMs: Count, sentences: Type.Array(Sentence),
  lines: Type.Array(Line, { description: 'Lines of the read that are heard in it, after its text' }), picture: nullable(Picture), imageId: nullable(Type.String()),
  effects: Type.Array(Effect), textMotion: oneOf(TEXT_MOTIONS), textOffsetMs: Ms('How much later its text begins than usual'),
  textSpeed: Type.Number({ description: 'How fast its text is spoken, against the usual speed' }),
  trim: nullable(closed({ fromMs: Count, toMs: Count }, { description: 'What of it is seen' })), selectedTake: nullable(Type.String()),
  isTakeKept: Type.Boolean({ description: 'A person keeps its take although it has defects' }),
  isStale: Type.Boolean({ description: 'Its take shows something else than the chapter says by now' }), frameUrl: nullable(Url), takes: Type.Array(Take),
};

export const Music = closed({ mood: oneOf(MUSIC_MOODS), colour: nullable(oneOf(COLOURS)), levelDb: Type.Number(), muted: Type.Boolean() });
export const Narrator = closed({ voiceId: Type.String(), provider: nullable(Type.String()) });
export const Bell = closed({ chapterId: Type.String(), soundId: Type.String(), offsetMs: Count, levelDb: Type.Number() });

/** Fields of the storyboard beside its chapters. */
export const BOARD_FIELDS = {
  ...valueSchemas(DECK_SETTINGS), narrator: nullable(Narrator), music: Music, bells: Type.Array(Bell),
  score: closed({ isToPicture: Type.Boolean({ description: 'The music is written to the cuts of the film' }) }), durationMs: Count,
};
