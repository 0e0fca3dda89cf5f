import { FLITE_PROVIDER } from '../../src/craft/speech/flite/engine.js';
import { NEURAL_PROVIDER } from '../../src/craft/speech/neural/engine.js';
import type { VoiceMap } from '../../src/domain/library/voice-map.js';
import type { Screenplay, ScreenplayEntry } from '../../src/craft/screenplay/model.js';

const OPENERS = ['That night', 'Before dawn', 'In the end', 'Once more', 'At low water', 'After the storm', 'By noon', 'Without a word',
  'Against all advice', 'For the third time', 'On the Sunday', 'When the bell rang'];
const SUBJECTS = ['the keeper', 'my brother', 'the harbour master', 'an old pilot', 'the packet', 'every fisherman', 'the lamp',
  'our neighbour', 'the widow', 'a stranger', 'the clockwork', 'nobody'];
const VERBS = ['found', 'hid', 'carried', 'forgot', 'sold', 'watched', 'repaired', 'lost', 'counted', 'painted', 'buried', 'borrowed'];
const OBJECTS = ['the brass key', 'a letter', 'the great lens', 'two ropes', 'the ledger', 'a broken oar', 'the spare oil', 'nine lanterns',
  'the north boat', 'a silver watch', 'the torn chart', 'seven coins'];
const PLACES = ['under the stairs', 'behind the chapel', 'on the reef', 'near the slipway', 'in the lamp room', 'beyond the point',
  'at the inn', 'below the cliff', 'beside the well', 'among the nets', 'on the gallery', 'at the crossroads'];

const SPEAKERS = ['Mara', 'Tobias', 'Edith'];
const LINES_IN_A_SCENE = 40;

/** Makes sentences that rarely repeat: spoken lines are stored under their text, so a repeated line would take no time. */
function sentenceMaker(seed: number): () => string {
  let state = seed * 2_654_435_761 >>> 0;
  const pick = (words: readonly string[]): string => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return words[(state >>> 8) % words.length]!;
  };
  return () => `${pick(OPENERS)} ${pick(SUBJECTS)} ${pick(VERBS)} ${pick(OBJECTS)} ${pick(PLACES)}`;
}

/** Shortens sentences to about eight words. */
function briskly(sentence: () => string): () => string {
  return () => {
    const text = sentence();
    const opener = OPENERS.find((words) => text.startsWith(words))!;
    const rest = text.slice(opener.length + 1);
    return `${rest[0]!.toUpperCase()}${rest.slice(1)}`;
  };
}

/** A story in paragraphs, half of them spoken by one of three people; with `brisk` each paragraph is one short sentence. */
export function storyText(paragraphs: number, seed: number, brisk = false): string {
  const sentence = brisk ? briskly(sentenceMaker(seed)) : sentenceMaker(seed);
  const parts = ['The Light at the Point'];
  for (let index = 0; index < paragraphs; index++) {
    if (index % LINES_IN_A_SCENE === 0) parts.push(`Chapter ${1 + index / LINES_IN_A_SCENE}`);
    parts.push(index % 2 === 0 ? `${sentence()}.${brisk ? '' : ` ${sentence()}.`}` : `“${sentence()},” said ${SPEAKERS[(index >> 1) % SPEAKERS.length]}.`);
  }
  return parts.join('\n\n');
}

/** The stage voices, which every machine has. */
export const BENCH_VOICES: VoiceMap = {
  NARRATOR: { voiceId: 'stage-narrator-m', voiceName: 'Narrator', provider: FLITE_PROVIDER },
  MARA: { voiceId: 'stage-woman-alto', voiceName: 'Mara', provider: FLITE_PROVIDER },
  TOBIAS: { voiceId: 'stage-scot', voiceName: 'Tobias', provider: FLITE_PROVIDER },
};

/** The same people with neural voices. */
export const NEURAL_BENCH_VOICES: VoiceMap = {
  NARRATOR: { voiceId: 'neural-george', voiceName: 'Narrator', provider: NEURAL_PROVIDER },
  MARA: { voiceId: 'neural-charlotte', voiceName: 'Mara', provider: NEURAL_PROVIDER },
  TOBIAS: { voiceId: 'neural-jasper', voiceName: 'Tobias', provider: NEURAL_PROVIDER },
};

/** A screenplay with exactly this number of spoken lines. */
export function benchScreenplay(lineCount: number, seed: number): Screenplay {
  const sentence = sentenceMaker(seed);
  const cues = Object.keys(BENCH_VOICES);
  const entries: ScreenplayEntry[] = [];
  const scenes: Screenplay['scenes'] = [];
  for (let line = 0; line < lineCount; line++) {
    const sceneIndex = Math.floor(line / LINES_IN_A_SCENE);
    if (line % LINES_IN_A_SCENE === 0) {
      const heading = `INT. ROOM ${sceneIndex + 1} - NIGHT`;
      scenes.push({ index: sceneIndex, heading, title: `Room ${sceneIndex + 1}`, firstEntry: entries.length, lastEntry: entries.length });
      entries.push({ index: entries.length, sceneIndex, kind: 'scene_heading', text: heading, origin: 'stock', spans: [] });
    }
    scenes[sceneIndex]!.lastEntry = entries.length;
    entries.push({
      index: entries.length, sceneIndex, kind: 'dialogue', character: cues[line % cues.length]!, text: `${sentence()}.`, origin: 'source',
      confidence: 'hard', spans: [], delivery: { emotion: 'neutral', speed: 1, volume: 1, pauseAfterMs: 300 },
    });
  }
  const cast = cues.map((character) => ({
    character, role: character === 'NARRATOR' ? 'narrator' as const : 'character' as const, gender: 'neutral' as const, description: '',
    lineCount: entries.filter((entry) => entry.character === character).length, wordCount: 0,
  }));
  return { title: 'The Light at the Point', mode: 'drama', narrationPolicy: 'include', scenes, entries, cast, reviewNotes: [] };
}

/** The same screenplay with other words in its middle line. */
export function withOneLineEdited(screenplay: Screenplay): Screenplay {
  const middle = Math.floor(screenplay.entries.length / 2);
  return {
    ...screenplay,
    entries: screenplay.entries.map((entry) => (entry.index === middle ? { ...entry, text: `Nobody knew it yet, but ${entry.text.toLowerCase()}` } : entry)),
  };
}
