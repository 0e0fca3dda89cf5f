import { describe, expect, it } from '@jest/globals';
import { phrasesOf } from '../../src/craft/speech/flite/phrasing.js';
import { toSpokenText } from '../../src/craft/speech/flite/spoken-text.js';
import { planPerformance } from '../../src/domain/artifacts/performance/performance-plan.js';
import { analyseDelivery } from '../../src/craft/narrative/writing/direction/direction.js';
import { readSeconds } from '../../src/craft/narrative/writing/direction/length.js';
import { PAUSES, relationOf, type Relation } from '../../src/craft/narrative/writing/direction/pauses.js';
import type { Delivery, Emotion, EntryKind, Screenplay, ScreenplayEntry } from '../../src/craft/screenplay/model.js';

type Line = [character: string, text: string, parenthetical?: string, sceneIndex?: number];

function entryOf([character, text, parenthetical, sceneIndex = 0]: Line, index: number): ScreenplayEntry {
  const kind: EntryKind = character === 'ACTION' ? 'action' : character === 'CUT' ? 'transition' : 'dialogue';
  return {
    index, sceneIndex, kind, text, origin: 'source', spans: [], ...(kind === 'dialogue' ? { character } : {}),
    ...(parenthetical ? { parenthetical } : {}),
  };
}

function directed(lines: Line[], narrationPolicy: Screenplay['narrationPolicy'] = 'suppress'): Delivery[] {
  const entries = lines.map(entryOf);
  const cast = [...new Set(entries.flatMap(({ character }) => character ?? []))].map((character) => ({
    character, role: character === 'NARRATOR' ? 'narrator' as const : 'character' as const, gender: 'neutral' as const,
    description: '',
    lineCount: 1, wordCount: 1,
  }));
  const screenplay: Screenplay = { title: 'T', mode: 'drama', narrationPolicy, scenes: [], entries, cast,
    reviewNotes: [] };
  return analyseDelivery(screenplay).entries.flatMap(({ delivery }) => delivery ?? []);
}

const emotionOf = (text: string, parenthetical?: string): Emotion =>
  directed([['ADA', text, parenthetical]])[0]!.emotion;

describe('the emotion of a line', () => {
  it.each<[Emotion, string, string?]>([
    ['whisper', 'It is our gold.', 'whispering'], ['shout', 'Stand clear.', 'calling out'],
    ['angry', 'You were told.', 'coldly'],
    ['afraid', 'I heard it too.', 'trembling'], ['sad', 'We had hoped.', 'with a sigh'],
    ['happy', 'You came at last.', 'laughing'],
    ['calm', 'It will hold.', 'quietly'],
    ['shout', 'STOP THERE!'], ['shout', 'Help! He has the lamp!'], ['angry', 'How dare you come here?'],
    ['afraid', 'Who is there?'],
    ['sad', 'He is dead.'], ['happy', 'Splendid! We have found it!'], ['whisper', 'Hush. Not so loud.'],
    ['calm', 'Thank heaven is too much; let us proceed, pray.'],
  ])('is %s for %j (%s)', (emotion, text, parenthetical = undefined) => {
    expect(emotionOf(text, parenthetical)).toBe(emotion);
  });

  it.each([
    'I was afraid that you were engaged.', 'I am sorry to keep you.', 'NASA launched it in 1969.',
    'The shouting stopped before noon.', 'He shrugged his shoulders.',
  ])('is neutral for %j', (text) => {
    expect(emotionOf(text)).toBe('neutral');
  });

  it('carries over to the answer to a whisper and to an angry speaker’s next line, but not over a transition', () => {
    const whispered: Line = ['ADA', 'They are below.', 'whispering'];
    expect(directed([whispered, ['BEN', 'Then we wait.']])[1]!.emotion).toBe('calm');
    expect(directed([whispered, ['CUT', 'CUT TO:'], ['BEN', 'Then we wait.']])[1]!.emotion).toBe('neutral');
    expect(directed([['ADA', 'Get out of here!'], ['ADA', 'Now!']])[1]!.emotion).toBe('angry');
  });

  it('is quieter when the voice comes from elsewhere', () => {
    const [near, far] = [directed([['ADA', 'The door is open.']])[0]!,
      directed([['ADA', 'The door is open.', 'from the next room']])[0]!];
    expect(far.volume).toBeLessThan(near.volume * 0.8);
    expect(far.actingDirection).toBe('from the next room');
    expect([near.distance, far.distance]).toEqual([undefined, 'far']);
  });

  it('gives a voice on the telephone, on the radio or over an intercom the sound of a telephone', () => {
    for (const manner of ['on the phone', 'over the radio', 'into telephone', 'via intercom', 'filtered']) {
      expect([manner, directed([['ADA', 'The door is open.', manner]])[0]!.distance]).toEqual([manner, 'telephone']);
    }
    expect(directed([['ADA', 'The door is open.', 'picking up the phone']])[0]!.distance).toBeUndefined();
  });
});

describe('the silence after a line', () => {
  const pause = (now: Line, next: Line): number => directed([now, next])[0]!.pauseAfterMs;

  it.each<[Relation, Line, Line]>([
    ['interrupted', ['ADA', 'But I never —'], ['BEN', 'You did.']],
    ['continues', ['ADA', 'But I never —'], ['ADA', 'I never meant it.', 'slowly']],
    ['rapid', ['ADA', 'Nothing.'], ['BEN', 'Not a word.']],
    ['answer', ['ADA', 'Where did you leave the key?'], ['BEN', 'Under the stone beside the door.']],
    ['slowAnswer', ['ADA', 'Where did you leave the key?'], ['BEN', 'Well, I do not quite remember.']],
    ['reply', ['ADA', 'I left the key under the stone.'], ['BEN', 'Then it is not there any more.']],
    ['sameVoice', ['ADA', 'I left the key under the stone.'], ['ADA', 'And the lamp.', 'softly']],
    ['leadIn', ['NARRATOR', 'And the keeper said:'], ['ADA', 'The lamp is out.']],
    ['toVoice', ['NARRATOR', 'The keeper stood up.'], ['ADA', 'The lamp is out.']],
    ['toNarration', ['ADA', 'The lamp is out again.'], ['NARRATOR', 'The keeper stood up.']],
    ['paragraph', ['NARRATOR', 'The keeper stood up.'], ['NARRATOR', 'Outside it rained.']],
  ])('is that of %s', (relation, now, next) => {
    const moment = (line: Line) => ({ entry: entryOf(line, 0), speaker: line[0], told: line[0] === 'NARRATOR' });
    expect(relationOf(moment(now), moment(next))).toBe(relation);
    expect(pause(now, next)).toBe(PAUSES[relation].ms);
  });

  it('grows with the distance between the two lines', () => {
    const order: Relation[] = ['interrupted', 'rapid', 'paragraph', 'answer', 'toVoice', 'reply', 'toNarration', 'cut', 'scene', 'smash', 'fade'];
    const lengths = order.map((relation) => PAUSES[relation].ms);
    expect(lengths).toEqual([...lengths].sort((left, right) => left - right));
  });

  it('grows for printed action, for a beat, after a trailing end, and before another scene', () => {
    const plain = pause(['ADA', 'I left the key there.'], ['BEN', 'It is not there any more, sir.']);
    expect(pause(['ADA', 'I left the key there…'], ['BEN', 'It is not there any more, sir.']))
      .toBeGreaterThan(plain + 250);
    expect(pause(['ADA', 'I left the key there.'], ['BEN', 'It is not there any more, sir.', 'after a pause']))
      .toBeGreaterThan(plain + 400);
    expect(directed([['ADA', 'I left the key there.'], ['ACTION', 'He looks.'],
      ['BEN', 'It is not there any more, sir.']])[0]!.pauseAfterMs).toBeGreaterThan(plain);
    expect(pause(['ADA', 'I left it.', undefined, 0], ['BEN', 'Morning came.', undefined, 1])).toBe(PAUSES.scene.ms);
  });

  it.each([
    ['CUT TO:', 0, 'cut'], ['CUT TO:', 1, 'scene'], ['SMASH CUT TO:', 1, 'smash'], ['FADE OUT.', 1, 'fade'], ['FADE IN:', 0, 'fade'],
    ['DISSOLVE TO:', 1, 'fade'],
  ] as const)('after %s, into scene %d, is that of %s', (transition, scene, relation) => {
    const [before] = directed([['ADA', 'I left it.', undefined, 0], ['CUT', transition], ['BEN', 'Morning came.', undefined, scene]]);
    expect(before!.pauseAfterMs).toBe(PAUSES[relation].ms);
  });
});

describe('two speeches at once', () => {
  const voices = Object.fromEntries(['ADA', 'BEN'].map((cue) => [cue, { voiceId: cue, voiceName: cue, provider: '' }]));
  const joined = (sides: (ScreenplayEntry['dual'] | 'told')[]): (true | undefined)[] => planPerformance({
    title: '', mode: 'drama', narrationPolicy: 'suppress', scenes: [], cast: [], reviewNotes: [],
    entries: sides.map((side, index) => ({
      ...entryOf([side === 'told' ? 'ACTION' : index % 2 ? 'BEN' : 'ADA', 'We must go.'], index), ...(side && side !== 'told' ? { dual: side } : {}),
    })),
  }, voices).map(({ joins }) => joins);

  it.each([
    ['a pair', ['left', 'right', undefined], [undefined, true, undefined]],
    ['a speech in two parts before the right one', ['left', 'left', 'right'], [undefined, undefined, true]],
    ['a right one whose left one was cut', [undefined, 'right'], [undefined, undefined]],
    ['action that came between', ['left', 'told', 'right'], [undefined, undefined]],
  ] as const)('begin together: %s', (_what, sides, expected) => {
    expect(joined([...sides])).toEqual(expected);
  });
});

/** Longest time in seconds in which voice, emotion and pace stay the same, at 2.5 words in a second. */
function longestMonotoneSeconds(screenplay: Screenplay): number {
  const voices = Object.fromEntries(screenplay.cast.map(({ character }) =>
    [character, { voiceId: character, voiceName: '', provider: '' }]));
  let [longest, current, like] = [0, 0, { voice: '', emotion: '', rate: 0 }];
  for (const { request } of planPerformance(screenplay,
    { NARRATOR: { voiceId: 'NARRATOR', voiceName: '', provider: '' }, ...voices })) {
    const spoken = toSpokenText(request.text);
    for (const phrase of spoken.kind === 'words' ? phrasesOf(spoken.ascii) : []) {
      const now = { voice: request.voiceId, emotion: request.emotion, rate: request.speed * phrase.rate };
      const same = now.voice === like.voice && now.emotion === like.emotion && Math.abs(now.rate - like.rate) < 0.03;
      const seconds = phrase.text.split(/\s+/).length / 2.5 / now.rate;
      current = same ? current + seconds : seconds;
      if (!same) like = now;
      longest = Math.max(longest, current);
    }
  }
  return longest;
}

describe('a long narration', () => {
  const told = 'The road went down to the harbour, and nobody had walked it since the storm. It was late. The keeper counted the boats twice, because '
    + 'the first count was wrong, and then he went back up the hill to light the lamp before the fog came in from the sea. Where was the ninth? '
    + 'Nobody at the inn could say, and the woman who sold the bread had seen only eight of them go out that morning, one after the other. '
    + 'He waited. The wind turned north, the lamp burned low, and the bell on the reef began to sound as it had sounded in the year of the wreck.';

  it('never keeps one pace for half a minute', () => {
    const lines: Line[] = Array.from({ length: 6 }, () => ['NARRATOR', told]);
    const entries = lines.map(entryOf);
    const cast = [{ character: 'NARRATOR', role: 'narrator' as const, gender: 'neutral' as const, description: '',
      lineCount: 6, wordCount: 0 }];
    const screenplay = analyseDelivery({ title: 'T', mode: 'drama', narrationPolicy: 'include', scenes: [], entries,
      cast, reviewNotes: [] });
    expect(longestMonotoneSeconds(screenplay)).toBeLessThan(30);
    const speeds = screenplay.entries.map(({ delivery }) => delivery!.speed);
    for (let at = 1; at < speeds.length; at++) expect(speeds[at]).not.toBe(speeds[at - 1]);
  });

  it('is cut into phrases that hold every word once, each unlike its neighbour', () => {
    const phrases = phrasesOf(told);
    expect(phrases.map(({ text }) => text).join(' ')).toBe(told);
    for (let at = 1; at < phrases.length; at++) {
      expect(Math.abs(phrases[at]!.rate - phrases[at - 1]!.rate)).toBeGreaterThan(0.02);
    }
    expect(phrases.at(-1)!.silenceAfterMs).toBe(0);
    expect(phrasesOf('Mr. Smith met Dr. J. Watson at 5.30 on St. Mary Street, and they walked on to the old harbour.'))
      .toHaveLength(1);
    expect(phrasesOf('It is late.'))
      .toEqual([{ text: 'It is late.', rate: 1, pitch: 1, spread: 1, gainDb: 0, silenceAfterMs: 0 }]);
  });
});

describe('what a line says about its speaker', () => {
  it.each<[Emotion, string, string?]>([
    ['afraid', 'I don’t dare go out.'], ['angry', 'I will not hear of it.'], ['happy', 'I do like the little house.'], ['sad', 'I wish I had never come here.'],
    ['angry', 'You shall not have it!'], ['happy', 'We are at the top!'], ['shout', 'Ahoy!', 'crying out'], ['angry', 'You rogue, leave this house!', 'crying out'],
    ['neutral', 'Again!'], ['afraid', 'Oh, my God!'], ['afraid', 'Oh! do not say so.'], ['angry', 'Anne Quill!', 'rebukingly'], ['neutral', 'I hope that you are not ill.'],
    ['sad', 'You left me there.', 'reproachfully'], ['angry', 'Who gave you the key?', 'demanding'], ['calm', 'It will soon be over.', 'soothing'],
  ])('is %s for %j (%s)', (emotion, text, manner = undefined) => {
    expect(emotionOf(text, manner)).toBe(emotion);
  });

  it.each([
    'He is afraid of the dog.', 'She was glad when they left.', 'There is no danger on this road.',
    'We took the brig off the point, and I lost my leg there, and old Tom died of the same shot, and after that we sailed south and sold what was left of her.',
  ])('is no emotion in %j', (text) => {
    expect(emotionOf(text)).toBe('neutral');
  });

  it('needs more words of emotion in a longer line', () => {
    const words = 'The road from the mill to the harbour runs beside the river for two miles and then turns up the hill between the walls of the old gardens';
    expect(emotionOf('I wish the mill were near.')).toBe('sad');
    expect(emotionOf(`${words}, and I wish the mill were near.`)).toBe('neutral');
  });
});

describe('the length of a read', () => {
  const read = (texts: string[], sceneOf: (at: number) => number = () => 0): number => readSeconds({
    title: 'T', mode: 'drama', narrationPolicy: 'suppress', scenes: [], reviewNotes: [], cast: [],
    entries: texts.map((text, at) => entryOf([at % 2 === 0 ? 'ADA' : 'BEN', text, undefined, sceneOf(at)], at)),
  });
  const line = 'The boat is on the sand below the second gate';

  it('is that of its lines, its pauses and its music', () => {
    const lines = Array.from({ length: 30 }, () => `${line}.`);
    const seconds = read(lines);
    // Three hundred words at 135 to 165 a minute, with the pauses.
    expect(seconds).toBeGreaterThan(300 / 165 * 60);
    expect(seconds).toBeLessThan(300 / 135 * 60);
    expect(read(lines, (at) => Math.floor(at / 10)) - seconds).toBeCloseTo(2 * (PAUSES.scene.ms - PAUSES.reply.ms) / 1_000, 5);
  });

  it('is longer for the same words in more lines', () => {
    expect(read(Array.from({ length: 30 }, () => `${line}.`))).toBeGreaterThan(1.1 * read(Array.from({ length: 6 }, () => `${Array.from({ length: 5 }, () => line).join(', ')}.`)));
  });
});
