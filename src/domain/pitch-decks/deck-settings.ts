import Type from 'typebox';
import { INTENT_FIELDS, type IntentField } from '../../craft/deck/deck.js';
import { FRAMINGS, MOVES, ORDERS, PLAIN_GRAMMAR, WORD_PLACES } from '../../craft/deck/picture/grammar.js';
import { nullable, oneOf } from '../../kernel/contract/models.js';
import { VISIBLE } from '../../kernel/contract/texts/visible-text.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { BoardSettings } from '../../kernel/families/storyboards/board-setting.js';
import type { Services } from '../../kernel/services.js';
import { RESOLUTIONS } from '../artifacts/film/film-choice.js';

const FINISHES = ['camera', 'period-35mm', 'night-interior', 'none'] as const;
const INTENSITIES = ['light', 'standard', 'strong'] as const;
const HANDHELD = ['off', 'subtle', 'medium'] as const;
const MOTION_BLURS = ['off', 'standard', 'subtle'] as const;
export const QUIET_TRACKS = ['silence', 'room_tone'] as const;

const words = (most: number, description: string) => nullable(Type.String({ minLength: 1, maxLength: most, pattern: VISIBLE }), { description, default: null });
const seconds = (least: number, most: number, usual: number) => Type.Integer({ minimum: least, maximum: most, default: usual, description: 'How long it is seen' });
const isShown = (usual: boolean) => Type.Boolean({ default: usual, description: 'Whether the film has it' });

const KNOWN: Readonly<Record<IntentField, string>> = {
  audience: 'Who it is for', comparables: 'What it is like', team: 'Who makes it', budget: 'What it costs', ask: 'What is asked for',
};
const known = Object.fromEntries(INTENT_FIELDS.map((field) => [field, words(600, KNOWN[field])])) as Record<IntentField, ReturnType<typeof words>>;

/** Raises `validation_failed` for a video model that this installation does not have. */
async function requireModel(services: Services, { model }: Record<string, unknown>): Promise<undefined> {
  const { name } = await services.videos();
  if (model === name) return;
  throw new ApiError('validation_failed', `this installation has no videos of ${String(model)}`, { field: 'model', models: [name] });
}

/** The settings of a pitch deck. The fields of its storyboard, their defaults, the operations that read and set them, and their answers follow from these. */
export const DECK_SETTINGS = {
  look: {
    words: 'the finish of the film', fields: { finish: oneOf(FINISHES, { default: 'none' }), intensity: oneOf(INTENSITIES, { default: 'standard' }) },
    effects: { finish: 'how every picture is graded', intensity: 'how much' }, example: { finish: 'period-35mm', intensity: 'light' },
  },
  camera: {
    words: 'the camera', fields: { handheld: oneOf(HANDHELD, { default: 'off', description: 'How much it moves as if a person held it' }) },
    effects: { handheld: 'how it moves' }, example: { handheld: 'subtle' },
  },
  motionBlur: {
    words: 'the motion blur', fields: { strength: oneOf(MOTION_BLURS, { default: 'off' }) }, effects: { strength: 'how much moves are blurred' }, example: { strength: 'subtle' },
  },
  quietTrack: {
    words: 'what is heard where nothing else is', fields: { kind: oneOf(QUIET_TRACKS, { default: 'silence' }) }, effects: { kind: 'silence, or the tone of a room' },
    example: { kind: 'room_tone' },
  },
  resolution: {
    words: 'the resolution', note: 'Of the finished film; takes and the film for review are 480p.', fields: { resolution: oneOf(RESOLUTIONS, { default: '720p' }) },
    effects: { resolution: 'the size of the finished film' }, example: { resolution: '1080p' },
  },
  videoModel: {
    words: 'the video model', note: 'Only a model that this installation serves.', fields: { model: Type.String({ minLength: 1, maxLength: 80, default: 'embedded' }) },
    effects: { model: 'must be one that is served here' }, example: { model: 'embedded' }, find: (services, _projectId, body) => requireModel(services, body),
  },
  visualGrammar: {
    words: 'the visual grammar', only: 'write',
    note: 'The rules by which all chapters are shot. Those that are seen otherwise by them are rendered again with the next approval of the storyboard, which is free. Cards have no pictures, '
      + 'images of the project are not framed. The storyboard shows them as `visualGrammar`.',
    fields: {
      framing: oneOf(FRAMINGS, { default: PLAIN_GRAMMAR.framing, description: '`balanced`: as each chapter has it; `wide` and `close`: people a step further away or nearer' }),
      moves: oneOf(MOVES, { default: PLAIN_GRAMMAR.moves, description: 'How much the camera moves' }),
      order: oneOf(ORDERS, {
        default: PLAIN_GRAMMAR.order, description: '`place_first`: a chapter with people begins with their place; `person_first`: one of a place begins with who is in it or speaks there',
      }),
      wordsAt: oneOf(WORD_PLACES, { default: PLAIN_GRAMMAR.wordsAt, description: 'Where words stand over a picture: `low`, or in a column at one side' }),
    },
    effects: { framing: 'how near people are', moves: 'how the camera moves', order: 'with what a chapter begins', wordsAt: 'where its words stand' },
    example: { framing: 'close', order: 'place_first' },
  },
  titleSequence: {
    words: 'the title', note: 'Seen before the first chapter.', only: 'write', fields: { isShown: isShown(true), seconds: seconds(3, 5, 4) },
    own: { motionSeed: nullable(Type.String(), { default: null, description: 'Of the motion shots that lead to it; null: none' }) },
    effects: { isShown: 'whether there is one', seconds: 'how long it is seen' }, example: { seconds: 5 },
  },
  closingSequence: {
    words: 'the end', note: 'Seen behind the last chapter.', only: 'write',
    fields: { isShown: isShown(true), seconds: seconds(3, 10, 5), words: words(120, 'What it says; null: the title of the deck'), contact: words(160, 'Whom to ask') },
    effects: { isShown: 'whether there is one', seconds: 'how long it is seen', words: 'what it says', contact: 'printed under it' }, example: { contact: 'Fallow Street Productions' },
  },
  interludes: {
    words: 'the cards between chapters', note: 'Each has the title of the chapter that follows.', only: 'write', fields: { isShown: isShown(false) }, effects: { isShown: 'whether there are any' },
    example: { isShown: true },
  },
  intent: {
    words: 'what only people know', fold: 'changeIntent', fields: known,
    note: 'Each field becomes a chapter in exactly these words, before the end of the deck; null takes it out again. Nothing of it is ever invented.',
    effects: Object.fromEntries(INTENT_FIELDS.map((field) => [field, 'becomes a chapter'])), example: { audience: 'Listeners who like the sea.', ask: 'A commission for six parts.' },
  },
} as const satisfies BoardSettings;
