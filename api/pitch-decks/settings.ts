import Type from 'typebox';
import { INTENT_FIELDS, type IntentField } from '../../src/craft/deck/deck.js';
import { FRAMINGS, MOVES, ORDERS, WORD_PLACES } from '../../src/craft/deck/picture/grammar.js';
import { RESOLUTIONS } from '../../src/domain/artifacts/film/film-choice.js';
import { DEFAULT_FIELDS, FINISHES, HANDHELD, INTENSITIES, MOTION_BLURS, QUIET_TRACKS } from '../../src/domain/pitch-decks/deck-model.js';
import { narratorNamed } from '../../src/domain/storyboards/named.js';
import { nullable, oneOf } from '../../src/kernel/contract/models.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import type { Services } from '../../src/kernel/services.js';
import { boardSettings, narratorSetting, type BoardSetting } from '../families/board-settings.js';
import type { Sent } from '../families/subject.js';
import { deckPath } from './deck-path.js';
import { BOARD_FIELDS, Narrator } from './schemas.js';

const words = (most: number, description: string) => nullable(Type.String({ minLength: 1, maxLength: most, pattern: VISIBLE }), { description });
const seconds = (least: number, most: number) => Type.Integer({ minimum: least, maximum: most, description: 'How long it is seen' });
const isShown = Type.Boolean({ description: 'Whether the film has it' });

const KNOWN: Readonly<Record<IntentField, string>> = {
  audience: 'Who it is for', comparables: 'What it is like', team: 'Who makes it', budget: 'What it costs', ask: 'What is asked for',
};

/** Raises `validation_failed` for a video model that this installation does not have. */
async function requireModel(services: Services, { model }: Sent): Promise<undefined> {
  const { name } = await services.videos();
  if (model === name) return;
  throw new ApiError('validation_failed', `this installation has no videos of ${String(model)}`, { field: 'model', models: [name] });
}

const FILM: readonly BoardSetting[] = [
  {
    key: 'look', words: 'the finish of the film', value: BOARD_FIELDS.look, fields: { finish: oneOf(FINISHES), intensity: oneOf(INTENSITIES) },
    effects: { finish: 'how every picture is graded', intensity: 'how much' }, example: { finish: 'period-35mm', intensity: 'light' },
  },
  {
    key: 'camera', words: 'the camera', value: BOARD_FIELDS.camera, fields: { handheld: oneOf(HANDHELD, { description: 'How much it moves as if a person held it' }) },
    effects: { handheld: 'how it moves' }, example: { handheld: 'subtle' },
  },
  {
    key: 'motion-blur', words: 'the motion blur', value: BOARD_FIELDS.motionBlur, fields: { strength: oneOf(MOTION_BLURS) }, effects: { strength: 'how much moves are blurred' },
    example: { strength: 'subtle' },
  },
  {
    key: 'quiet-track', words: 'what is heard where nothing else is', value: BOARD_FIELDS.quietTrack, fields: { kind: oneOf(QUIET_TRACKS) }, effects: { kind: 'silence, or the tone of a room' },
    example: { kind: 'room_tone' },
  },
  {
    key: 'resolution', words: 'the resolution', value: BOARD_FIELDS.resolution, note: 'Of the finished film; takes and the film for review are 480p.', fields: { resolution: oneOf(RESOLUTIONS) },
    effects: { resolution: 'the size of the finished film' }, example: { resolution: '1080p' },
  },
  {
    key: 'video-model', words: 'the video model', value: BOARD_FIELDS.videoModel, note: 'Only a model that this installation serves.',
    fields: { model: Type.String({ minLength: 1, maxLength: 80 }) }, effects: { model: 'must be one that is served here' }, example: { model: 'embedded' },
    find: (services, _projectId, body) => requireModel(services, body),
  },
  narratorSetting({
    words: 'who narrates', value: nullable(Narrator), note: 'The voice that speaks the texts of the chapters; null: the narrator of the read. Their clips are then rendered again.',
    find: (services, _projectId, body) => narratorNamed(services, body),
  }),
];

const GRAMMAR: BoardSetting = {
  key: 'visual-grammar', words: 'the visual grammar',
  note: 'The rules by which all chapters are shot. Those that are seen otherwise by them are rendered again with the next approval of the storyboard, which is free. Cards have no pictures, images of the project are not framed. '
    + 'The storyboard shows them as `visualGrammar`.',
  fields: {
    framing: oneOf(FRAMINGS, { description: '`balanced`: as each chapter has it; `wide` and `close`: people a step further away or nearer' }),
    moves: oneOf(MOVES, { description: 'How much the camera moves' }),
    order: oneOf(ORDERS, { description: '`place_first`: a chapter with people begins with their place; `person_first`: one of a place begins with who is in it or speaks there' }),
    wordsAt: oneOf(WORD_PLACES, { description: 'Where words stand over a picture: `low`, or in a column at one side' }),
  },
  effects: { framing: 'how near people are', moves: 'how the camera moves', order: 'with what a chapter begins', wordsAt: 'where its words stand' },
  example: { framing: 'close', order: 'place_first' },
};

const PARTS: readonly BoardSetting[] = [
  {
    key: 'title-sequence', words: 'the title', note: 'Seen before the first chapter.', fields: { isShown, seconds: seconds(3, 5) },
    effects: { isShown: 'whether there is one', seconds: 'how long it is seen' }, example: { seconds: 5 },
  },
  {
    key: 'closing-sequence', words: 'the end', note: 'Seen behind the last chapter.',
    fields: { isShown, seconds: seconds(3, 10), words: words(120, 'What it says; null: the title of the deck'), contact: words(160, 'Whom to ask') },
    effects: { isShown: 'whether there is one', seconds: 'how long it is seen', words: 'what it says', contact: 'printed under it' }, example: { contact: 'Fallow Street Productions' },
  },
  {
    key: 'interludes', words: 'the cards between chapters', note: 'Each has the title of the chapter that follows.', fields: { isShown }, effects: { isShown: 'whether there are any' },
    example: { isShown: true },
  },
];

const INTENT: BoardSetting = {
  key: 'intent', words: 'what only people know', value: BOARD_FIELDS.intent, fold: 'changeIntent',
  note: 'Each field becomes a chapter in exactly these words, before the end of the deck; null takes it out again. Nothing of it is ever invented.',
  fields: Object.fromEntries(INTENT_FIELDS.map((field) => [field, words(600, KNOWN[field])])),
  effects: Object.fromEntries(INTENT_FIELDS.map((field) => [field, 'becomes a chapter'])), example: { audience: 'Listeners who like the sea.', ask: 'A commission for six parts.' },
};

/** Settings of pitch decks: fields of their storyboards. */
export const DECK_SETTINGS = boardSettings(deckPath, { ...DEFAULT_FIELDS }, [...FILM, GRAMMAR, ...PARTS, INTENT]);
