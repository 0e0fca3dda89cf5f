import { ApiError } from '../../src/kernel/errors/api-error.js';
import Type from 'typebox';
import { stageOf } from '../../src/domain/pitch-decks/deck-model.js';
import { QUIET_TRACKS } from '../../src/domain/pitch-decks/deck-settings.js';
import { DECK_TYPE } from '../../src/domain/pitch-decks/deck-type.js';
import { scoreToPicture } from '../../src/domain/pitch-decks/sound/score-view.js';
import { audioTimeline, bellLane } from '../../src/domain/pitch-decks/sound/sound-view.js';
import { soundMap } from '../../src/domain/pitch-decks/sound/sound-map.js';
import { SECTION_ROLES } from '../../src/craft/audio/composer/cut-wish.js';
import { viewSound } from '../../src/domain/storyboards/views.js';
import { deckVideoCoverage } from '../../src/domain/pitch-decks/video-coverage.js';
import { closed, model, nullable, oneOf } from '../../src/kernel/contract/models.js';
import { Next } from '../../src/kernel/contract/next-step.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import { coverage } from '../families/coverage.js';
import { familyOperation, READ_ACCESS } from '../families/subject.js';
import { deckAnswer, deckPath, requireBoard } from './deck-path.js';

const Count = Type.Integer({ minimum: 0 });
const At = Type.Integer({ description: 'In milliseconds of the film' });
const span = { startMs: At, endMs: At };
const Bell = closed({ chapterIndex: Count, soundId: Type.String(), offsetMs: Count, levelDb: Type.Number(), ...span });
const Heard = Type.Boolean({ description: 'false: it does not lie in its chapter whole, and is left out' });
const Section = closed({ role: oneOf(SECTION_ROLES), level: Type.Array(Type.Number(), { description: 'How full it begins and ends, 0 to 1' }), ...span });

const AudioTimeline = model('PitchDeckAudioTimeline', 'What sounds when in a pitch deck, in milliseconds of its film.', closed({
  audioTimeline: closed({
    durationMs: Count, quietTrack: oneOf(QUIET_TRACKS), bells: Type.Array(Bell),
    texts: Type.Array(closed({ chapterIndex: Count, voiceId: Type.String(), ...span, isHeard: Heard, textOffsetMs: Type.Integer() })),
    lines: Type.Array(closed({
      chapterIndex: Count, lineIndex: Count, entryIndex: Count, sentence: Count, speaker: nullable(Type.String()), text: Type.String(), ...span, isHeard: Heard,
      lineOffsetMs: Type.Integer(), lineGainDb: Type.Number(),
    })),
    effects: Type.Array(closed({ chapterIndex: Count, soundId: Type.String(), levelDb: Type.Number(), ...span })),
    music: closed({ isHeard: Type.Boolean(), isToPicture: Type.Boolean(), levelDb: Type.Number(), sections: Type.Array(Section, { description: 'Of music that is written to the pictures' }) }),
  }),
}));
const Lufs = nullable(Type.Number({ description: 'Loudness; null where nothing is heard, or where it was not measured' }));
const SoundMap = model('PitchDeckSoundMap', 'Who and what is heard in each chapter of a pitch deck, and how loud it is.', closed({
  soundMap: closed({
    lufs: Lufs, isMeasured: Type.Boolean({ description: 'The film that was rendered last has these chapters' }),
    chapters: Type.Array(closed({
      chapterIndex: Count, title: Type.String(), ...span, lufs: Lufs, voices: Type.Array(Type.String(), { description: '`narrator`, and people of the read' }),
      voicedShare: Type.Number({ description: 'How much of it somebody speaks, 0 to 1' }), effects: Type.Array(Type.String()), bells: Type.Array(Type.String()), hasMusic: Type.Boolean(),
    })),
  }),
}));
const BellLane = model('PitchDeckBellLane', 'The bells of a pitch deck, in the order in which they are heard.', closed({ bells: Type.Array(Bell) }));
const ScoreToPicture = model('PitchDeckScoreToPicture', 'The strokes of the music of a pitch deck against its cuts.', closed({
  scoreToPicture: closed({
    isToPicture: Type.Boolean({ description: 'The music is written to the cuts' }), isHeard: Type.Boolean(), hasFormer: Type.Boolean({ description: 'A revert brings back a score, not the bed' }),
    cuts: Type.Array(closed({
      chapterIndex: Count, cutMs: At, hitMs: nullable(Type.Integer({ description: 'null: nothing is struck' })), offMs: nullable(Type.Integer({ description: 'How much later than the cut' })),
    })),
  }),
}));
const Audio = model('PitchDeckAudioEnvelope', 'The sound of a pitch deck.', closed({
  audio: closed({
    status: oneOf(['not_rendered', 'rendering', 'ready', 'stale']), url: nullable(Type.String({ format: 'uri', description: 'An M4A; takes no key; holds for a day or two' })),
    durationMs: nullable(Count), byteSize: nullable(Count), lufs: nullable(Type.Number()),
  }), next: Next,
}));

/** How long a view waits for texts that were never spoken before. What was spoken meanwhile is kept, so a later call needs less. */
const SPEAKING_MS = 10_000;
const SPEAKING = 'texts of the deck are still being spoken; ask again in a few seconds';

async function onceSpoken<View>(view: (signal: AbortSignal) => Promise<View>): Promise<View> {
  const signal = AbortSignal.timeout(SPEAKING_MS);
  try {
    return await view(signal);
  } catch (error) {
    throw signal.aborted ? new ApiError('artifact_not_ready', SPEAKING, { status: 'speaking' }) : error;
  }
}

/** Operations that show what is heard in a pitch deck, and reports on its takes. */
export const deckSoundOperations: Operation[] = [
  ...coverage(deckPath, deckVideoCoverage, { name: 'PitchDeckVideo', path: '/video-coverage' }),
  familyOperation(deckPath, {
    id: 'getPitchDeckAudioTimeline', method: 'GET', path: '/storyboard/audio-timeline', ...READ_ACCESS, summary: 'Read what sounds when in a pitch deck',
    description: 'Spoken texts, lines of the read, effects, bells, and the sections of music that is written to the pictures.', response: { 200: AudioTimeline },
    errors: ['artifact_not_ready'],
    async handle({ row }, services) {
      const { stored } = await requireBoard(services, row);
      return { audioTimeline: await onceSpoken((signal) => audioTimeline(services, row, stored, signal)) };
    },
  }),
  familyOperation(deckPath, {
    id: 'getPitchDeckSoundMap', method: 'GET', path: '/storyboard/sound-map', ...READ_ACCESS, summary: 'Read who and what is heard in a pitch deck',
    description: 'Chapter by chapter, with the loudness that was measured in the film that was rendered last.', response: { 200: SoundMap },
    errors: ['artifact_not_ready'],
    async handle({ row }, services) {
      const { stored } = await requireBoard(services, row);
      return { soundMap: await onceSpoken((signal) => soundMap(services, row, stored, signal)) };
    },
  }),
  familyOperation(deckPath, {
    id: 'getPitchDeckAudio', method: 'GET', path: '/storyboard/audio', ...READ_ACCESS, summary: 'Read the sound of a pitch deck',
    description: 'The mix of the film that was rendered last, for review or finished, as an M4A.', response: { 200: Audio },
    async handle({ row }, services) {
      const made = row.film && row.film.revision === row.revision ? row.film : row.draft;
      const audio = viewSound(services, DECK_TYPE, row, made, { revision: row.revision, isRendering: stageOf(row.status) === 'rendering' });
      const { next } = await deckAnswer(services, row);
      return { audio, ...(next && audio.status !== 'ready' ? { next } : {}) };
    },
  }),
  familyOperation(deckPath, {
    id: 'getPitchDeckBellLane', method: 'GET', path: '/bell-lane', ...READ_ACCESS, summary: 'Read the bells of a pitch deck', description: 'With the chapters in which they ring.',
    response: { 200: BellLane }, handle: async ({ row }, services) => ({ bells: bellLane((await requireBoard(services, row)).stored) }),
  }),
  familyOperation(deckPath, {
    id: 'getPitchDeckScoreToPicture', method: 'GET', path: '/score-to-picture', ...READ_ACCESS, summary: 'Read how the music of a pitch deck meets its cuts',
    description: 'A cut behind a dip is not struck.', response: { 200: ScoreToPicture },
    handle: async ({ row }, services) => ({ scoreToPicture: scoreToPicture((await requireBoard(services, row)).stored) }),
  }),
];
