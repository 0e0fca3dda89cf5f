import Type from 'typebox';
import { findSound } from '../../src/craft/audio/sounds/catalogue.js';
import { COLOURS, MUSIC_MOODS } from '../../src/craft/audio/composer/wish.js';
import { nullable, oneOf } from '../../src/kernel/contract/models.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import type { StoryboardNoun } from '../../src/kernel/families/storyboards/storyboard.js';
import { fold, type EditRow } from './storyboard-edits.js';

type SoundKind = 'sfx' | 'bell';
type Words = Pick<EditRow, 'id' | 'description' | 'example'> & { summary: string };

/** The id of a sound of the catalogue. */
export const SoundId = (description: string) => Type.String({ pattern: '^[a-z0-9-]{1,64}$', description });

/**
 * Raises `validation_failed` for a sound that is not in the catalogue or is of another kind. `words` names the wanted kind of sound, `list` is the query that
 * lists such sounds.
 */
export function requireSound(soundId: string, kinds: readonly SoundKind[], { words, list }: { words: string; list: string }): void {
  const kind = findSound(soundId)?.kind;
  if (kinds.some((one) => one === kind)) return;
  throw new ApiError('validation_failed', `soundId is no ${words} of the catalogue; choose one from GET /story-projects/{projectId}/sounds${list}`, { field: 'soundId' });
}

/** The edit of the music of a storyboard: the fold `changeMusic`. `level` describes what the music's level is relative to. */
export const musicEdit = (level: string, words: Words): EditRow => fold('/storyboard/music', 'changeMusic', {
  body: {
    mood: Type.Optional(oneOf(MUSIC_MOODS)), colour: Type.Optional(nullable(oneOf(COLOURS, { description: 'Which instruments lead; null leaves it to the mood' }))),
    levelDb: Type.Optional(Type.Number({ minimum: -24, maximum: 6, description: level })), muted: Type.Optional(Type.Boolean()),
  },
}, { ...words, effects: { mood: 'how it is written', colour: 'its instruments', levelDb: 'how loud it is', muted: 'whether it is heard' } });

export interface EffectChoice {
  noun: StoryboardNoun;
  /** The largest `offsetMs` that a request may send. */
  mostMs: number;
  kinds: readonly SoundKind[];
  /** The noun in the refusal of an unknown sound, and the query that lists such sounds. */
  words: string; list: string;
  /** The noun in the description of `soundId`: `An effect`. */
  named: string;
}

/** Offset and level of a sound in an item. */
export const placedSound = ({ noun, mostMs }: Pick<EffectChoice, 'noun' | 'mostMs'>) => ({
  offsetMs: Type.Optional(Type.Integer({ minimum: 0, maximum: mostMs, description: `After the beginning of the ${noun}` })),
  levelDb: Type.Optional(Type.Number({ minimum: -24, maximum: 6, description: 'Against the voices' })),
});

/** The edit of the effects of an item: the fold `changeEffects`. */
export const effectEdit = ({ noun, kinds, named, ...choice }: EffectChoice, words: Words): EditRow => fold('/storyboard/sfx', 'changeEffects', {
  noun, body: { action: oneOf(['add', 'remove']), soundId: SoundId(`${named} of \`GET /story-projects/{projectId}/sounds\``), ...placedSound({ noun, ...choice }) },
}, {
  ...words, effects: { offsetMs: 'when it is heard; 0 if nothing is sent', levelDb: 'how loud it is; -6 if nothing is sent' },
  async find(_services, { body }) {
    if (body.action === 'add') requireSound(body.soundId as string, kinds, choice);
  },
});
