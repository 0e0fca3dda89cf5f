import Type from 'typebox';
import { loadPerformed } from '../../src/domain/artifacts/mix/performed-read.js';
import type { GatedDeck } from '../../src/domain/pitch-decks/deck-gates.js';
import { boardOf, deckSubject } from '../../src/domain/pitch-decks/deck-model.js';
import { spokenTextMs } from '../../src/domain/pitch-decks/film/deck-sound.js';
import { SOUND_OFFSETS_MS } from '../../src/domain/pitch-decks/folds/sound.js';
import { findStoryboard } from '../../src/kernel/families/storyboards/storyboard-store.js';
import type { Services } from '../../src/kernel/services.js';
import { effectEdit, musicEdit, placedSound, requireSound, SoundId, type EffectChoice } from '../families/board-sound.js';
import { fold, type EditRow } from '../families/storyboard-edits.js';

const chapter = { noun: 'chapter' as const };
const Offset = (description: string) => Type.Integer({ minimum: SOUND_OFFSETS_MS.least, maximum: SOUND_OFFSETS_MS.most, description });
const EFFECT: EffectChoice = { noun: 'chapter', mostMs: 30_000, kinds: ['sfx'], words: 'effect', list: '?kind=sfx', named: 'An effect' };
const Placed = placedSound(EFFECT);

/** How long the spoken text of a chapter lasts, in ms; 0 when no text is spoken. */
async function textMsOf(services: Services, row: object, at: number): Promise<number> {
  const deck = row as GatedDeck;
  const stored = await findStoryboard(services.db, deckSubject(deck));
  if (!stored) return 0;
  const performed = await loadPerformed(services, deck.artifactId, deck.readRevision);
  return spokenTextMs(services, { deck, board: boardOf(stored), performed }, at, AbortSignal.timeout(120_000));
}

/** Edits of what is heard in a deck. */
export const soundRows: readonly EditRow[] = [
  fold('/storyboard/audio-timeline', 'moveSound', {
    ...chapter, body: {
      textOffsetMs: Type.Optional(Offset('How much later its text begins than usual')),
      lineIndex: Type.Optional(Type.Integer({ minimum: 0, maximum: 20, description: 'Which line of the chapter is moved, from 0' })),
      lineOffsetMs: Type.Optional(Offset('How much later the line is heard than in its turn')),
      lineGainDb: Type.Optional(Type.Number({ minimum: -18, maximum: 6, description: 'How much louder the line is than it was spoken' })),
    },
  }, {
    id: 'movePitchDeckSound', summary: 'Move the text or a line of a chapter of a pitch deck', example: { chapterIndex: 1, textOffsetMs: 300 },
    description: 'Both end within the chapter; lines follow the end of its text, unless they are moved.',
    effects: { textOffsetMs: 'when the text is heard', lineIndex: 'which line it is about', lineOffsetMs: 'when the line is heard', lineGainDb: 'how loud the line is' },
    find: (services, { row, body }) => textMsOf(services, row, body.chapterIndex as number), args: ({ body, found }) => ({ ...body, textMs: found ?? 0 }),
  }),
  musicEdit('Against the usual level', {
    id: 'changePitchDeckMusic', summary: 'Change the music of a pitch deck', example: { mood: 'grave', levelDb: -2 },
    description: 'A gentle bed, or music that is written to the pictures where `score-to-picture` was asked for. No clip is rendered again.',
  }),
  effectEdit(EFFECT, {
    id: 'changePitchDeckEffects', summary: 'Add or remove an effect of a pitch deck', example: { chapterIndex: 0, action: 'add', soundId: 'thunder' },
    description: 'An effect that is there already is moved.',
  }),
  fold('/bell-lane', 'ringBell', { ...chapter, body: { soundId: SoundId('A bell of `GET /story-projects/{projectId}/sounds`'), ...Placed } }, {
    id: 'ringPitchDeckBell', summary: 'Add or change a bell of a pitch deck', example: { chapterIndex: 0, soundId: 'hand-bell', offsetMs: 0 },
    description: 'A bell that is there already is moved, or its level changed.', effects: { offsetMs: 'when it is heard', levelDb: 'how loud it is; -6 if nothing is sent' },
    find: async (_services, { body }) => requireSound(body.soundId as string, ['bell'], { words: 'bell', list: '?kind=bell' }),
  }),
  fold('/bell-lane/remove', 'removeBell', { ...chapter, body: { soundId: SoundId('A bell of this chapter') } }, {
    id: 'removePitchDeckBell', summary: 'Remove a bell of a pitch deck', example: { chapterIndex: 0, soundId: 'hand-bell' }, description: 'It is heard no more in this chapter.',
  }),
  fold('/score-to-picture/revert', 'revertScore', { body: {} }, {
    id: 'revertPitchDeckScore', summary: 'Bring back the music of before', example: {}, description: 'The score before the last one, or the bed where there was none. Free.',
  }),
];
