import { describe, expect, it } from '@jest/globals';
import { revised } from '../../src/craft/narrative/instructions/revise.js';
import { understand, type Change } from '../../src/craft/narrative/instructions/understand.js';
import { parseFountain, writeFountain } from '../../src/craft/screenplay/index.js';

const changes = (instruction: string): Change[] => understand(instruction).understood.map(({ change }) => change);

describe('understand', () => {
  it.each<[string, Change[]]>([
    ['Make it shorter.', [{ kind: 'shorter', share: 0.7 }]],
    ['please make this a bit shorter', [{ kind: 'shorter', share: 0.85 }]],
    ['Cut it by half', [{ kind: 'shorter', share: 0.5 }]],
    ['shorten the episode by 20%', [{ kind: 'shorter', share: 0.8 }]],
    ['cut it down to two pages', [{ kind: 'at_most', words: 340 }]],
    ['No longer than 3 minutes', [{ kind: 'at_most', words: 450 }]],
    ['Drop scene 2', [{ kind: 'drop_scenes', scenes: [2] }]],
    ['Remove scenes 1, 3 and 5-7', [{ kind: 'drop_scenes', scenes: [1, 3, 5, 6, 7] }]],
    ['leave out the last scene', [{ kind: 'drop_scenes', scenes: [], last: true }]],
    ['Keep only scenes 1 and 2', [{ kind: 'keep_scenes', scenes: [1, 2] }]],
    ['More dialogue, please', [{ kind: 'narration', share: 0.5 }]],
    ['no narration', [{ kind: 'narration', share: 0 }]],
    ['Without the cart', [{ kind: 'without', phrase: 'cart' }]],
    ['without the oil, the cart and Anselm', [{ kind: 'without', phrase: 'oil' }, { kind: 'without', phrase: 'cart' }, { kind: 'without', phrase: 'Anselm' }]],
    ['Call Ada Maria', [{ kind: 'rename', from: 'Ada', to: 'Maria' }]],
    ['rename Captain Moss to Captain Reed', [{ kind: 'rename', from: 'Captain Moss', to: 'Captain Reed' }]],
    ['It should be sadder and shorter', [{ kind: 'tone', parenthetical: 'sadly' }, { kind: 'shorter', share: 0.7 }]],
    ['a calmer tone; without the storm', [{ kind: 'tone', parenthetical: 'calmly' }, { kind: 'without', phrase: 'storm' }]],
  ])('%s', (instruction, expected) => {
    expect([changes(instruction), understand(instruction).ignored]).toEqual([expected, []]);
  });

  it.each([
    'speak only of bananas, end with a wedding', 'Ada should forgive Tom', 'longer', 'make the ending a surprise', 'Das Ende soll traurig sein', 'more conflict between the two of them',
  ])('ignores what no rule covers: %s', (instruction) => {
    expect(changes(instruction)).toEqual([]);
    expect(understand(instruction).ignored.join(', ').toLowerCase()).toContain(instruction.split(',')[0]!.toLowerCase());
  });

  it('names the parts that it does not understand beside those that it does', () => {
    expect(understand('Shorter. Let Ada win in the end.')).toEqual({
      understood: [{ words: 'Shorter', change: { kind: 'shorter', share: 0.7 } }], ignored: ['Let Ada win in the end'],
    });
  });
});

const PLAY = `INT. LAMP ROOM - NIGHT

The lamp goes out. A cart stands at the gate. Nobody moves.

Rain falls on the glass. The wind turns.

ADA
Who is there? I heard a cart. Speak up. I am not afraid of you.

TOM (O.S.)
Only the wind.

EXT. QUAY - DAY

Boats. Ada comes down the steps.

ADA
(sadly)
The oil is gone.

TOM
Then we are lost.
`;
const script = parseFountain(PLAY).script;
const after = (instruction: string) => {
  const { script: made, parts } = revised(script, understand(instruction).understood);
  return { text: writeFountain(made), parts };
};

describe('revised', () => {
  it('leaves out scenes, mentions, narration and answers, and says so', () => {
    const dropped = after('drop scene 2');
    expect([dropped.text.includes('QUAY'), dropped.text.includes('LAMP ROOM')]).toEqual([false, true]);
    expect(dropped.parts).toEqual([{ words: 'drop scene 2', done: 'left out scene 2 of 2', changed: true }]);
    const cartless = after('without the cart');
    expect([/cart/i.test(cartless.text), cartless.text.includes('The lamp goes out. Nobody moves.'), cartless.parts[0]!.done]).toEqual([false, true, 'left out 2 sentences with cart']);
    const tomless = after('without Tom');
    expect([/TOM/.test(tomless.text), tomless.parts[0]!.done]).toEqual([false, 'left out 2 speeches with Tom']);
    const talk = after('no narration');
    expect([talk.text.includes('Rain'), talk.text.includes('Only the wind.')]).toEqual([false, true]);
  });

  it('comes near to the length that is asked for, and keeps answers', () => {
    const { text, parts } = after('shorter by 30%');
    expect(parts[0]).toMatchObject({ changed: true, done: expect.stringMatching(/^\d+ words became \d+$/) });
    expect(text).toContain('Then we are lost.');
    expect(text.split(/\s+/).length).toBeLessThan(PLAY.split(/\s+/).length * 0.85);
  });

  it('renames people, and sets how speeches are said', () => {
    const { text } = after('call Ada Maria');
    expect([/ADA|Ada/.test(text), /MARIA/.test(text), /Maria comes down/.test(text)]).toEqual([false, true, true]);
    const quiet = after('quieter');
    expect(quiet.text.match(/\(whispering\)/g)).toHaveLength(3);
    expect(quiet.text).toContain('(sadly)');
  });

  it.each([['drop scene 9', 'the text has 2 scenes, and would keep all of them'], ['without dragons', 'the text does not mention dragons'], ['call Peter Paul', 'the text does not name Peter'], ['keep scene 7', 'the text has 2 scenes, and would keep none of them']])(
    'changes nothing for %s, and says why', (instruction, done) => {
      const { script: made, parts } = revised(script, understand(instruction).understood);
      expect([made, parts]).toEqual([script, [{ words: instruction, done, changed: false }]]);
    });
});
