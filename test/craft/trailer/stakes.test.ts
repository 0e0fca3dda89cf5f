import { describe, expect, it } from '@jest/globals';
import { scoredUnits } from '../../../src/craft/trailer/criteria.js';
import { onlySaysWhoSpeaks } from '../../../src/craft/trailer/speech-tags.js';
import { stakesIn } from '../../../src/craft/trailer/stakes.js';
import { readOfLines } from './reads.js';

describe('what is at stake in a line', () => {
  it.each([
    ['The man who throws a bomb is an artist.', ['bomb']], ['He was to be crowned at Strelsau.', ['crowned']], ['They murdered him, and fled.', ['murdered', 'fled']],
    ['There hid in the forest a gang of bad men.', ['gang']], ['Keep your horrible secrets to yourself.', ['horrible', 'secrets']], ['She is haunted by it.', ['haunted']],
  ])('counts grave words: %s', (text, grave) => {
    expect(stakesIn(text).grave).toEqual(grave);
  });

  it.each([
    'You’re dead right, Burt.', 'I am afraid, my dear Watson, that you were wrong.', 'I trust there is nothing I have overlooked?', 'Must you go?', 'Fire feels good.', 'What the devil is it?',
    'It will be the death of me!', 'I’m so sorry, I cannot help it.', 'He shot a glance at her.', 'I would not do it for the life of me.', 'Lemme your pipe, an’ I’ll have a fire in a jiffy.',
  ])('does not count figures of speech: %s', (text) => {
    expect(stakesIn(text).grave).toEqual([]);
  });

  it('weighs more than everyday feelings', () => {
    const [grave, usual, neither] = scoredUnits(readOfLines([{ by: 'ANN', text: 'They will hang him for a traitor.' }, { by: 'ANN', text: 'I shall always remember that.' }, { by: 'ANN', text: 'I shall see to that later.' }]));
    const pointsOf = (rule: string, scored = grave): number => scored!.marks.find((mark) => mark.rule === rule)?.points ?? 0;
    expect(pointsOf('stakes')).toBeGreaterThan(pointsOf('stakes', usual));
    expect(pointsOf('stakes', usual)).toBeGreaterThan(pointsOf('stakes', neither));
    expect([grave, usual, neither].map((scored) => scored!.isGrave)).toEqual([true, false, false]);
  });

  it('spares a narrator the points that narration loses', () => {
    const [grave, plain] = scoredUnits(readOfLines([{ by: null, text: 'That night they hanged the traitor in front of the whole town.' }, { by: null, text: 'That night they walked along the river in front of the whole town.' }, { by: 'ANN', text: 'Yes.' }]));
    expect([grave, plain].map((scored) => scored!.marks.find(({ rule }) => rule === 'voice')?.points)).toEqual([0, -0.5]);
  });
});

describe('narration that says nothing', () => {
  it.each(['Came the Collector’s voice.', 'After a short pause, Catherine resumed with', 'Mary said again.', '“No,” he answered.'])('only says who speaks: %s', (text) => {
    expect(onlySaysWhoSpeaks(text)).toBe(true);
  });

  it.each(['They spoke of nothing else for a year, and then the letter came.', 'A voice came out of the dark that nobody knew.', 'He was asked to leave the house that his father had built with his own hands.'])('says something: %s', (text) => {
    expect(onlySaysWhoSpeaks(text)).toBe(false);
  });

  it('is marked as a tag or a gesture, but dialogue with the same words is not', () => {
    const rules = scoredUnits(readOfLines([{ by: null, text: 'Then came her voice.' }, { by: null, text: 'Robert rolled a cigarette.' }, { by: null, text: 'They shot him.' }, { by: 'ANN', text: 'Robert rolled a cigarette.' }]))
      .map(({ marks }) => marks.map(({ rule }) => rule).filter((rule) => ['tag', 'gesture'].includes(rule)));
    expect(rules).toEqual([['tag', 'gesture'], ['gesture'], [], []]);
  });
});
