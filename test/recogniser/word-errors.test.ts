import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { spokenForm } from '../../src/craft/recogniser/spoken-form.js';
import { isMissed, wordErrorRate, wordErrors } from '../../src/craft/recogniser/word-errors.js';

/** Words that no rule rewrites, and no two of which join into a third. */
const WORDS = ['harbour', 'lantern', 'seven', 'quiet', 'because', 'Mara', 'window', 'breath', 'ninth', 'under'];
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 25 });

describe('two spellings of the same sound', () => {
  it.each([
    ['It cost £12.50, or 50% of $1,200.', 'It cost twelve pounds fifty or fifty per cent of one thousand two hundred dollars.', 0],
    ['On the 21st of May 1895, 105 men', 'On the twenty-first of May eighteen ninety five, a hundred and five men', 0],
    ['Dr. Smith, Mr and Mrs. Baker of Baker Street', 'doctor Smith, Mister and missus Baker of Baker St.', 0],
    ['the colour of the theatre; a traveller realised', 'The color of the theater, a traveler realized.', 0],
    ['I can’t, I won’t, you’ll see; it’s not', 'I cannot, I will not. You will see. It\'s not', 0],
    ['the north-east coast. Goodbye!', 'The northeast coast, good-bye', 0],
    ['at 10:30 p.m., 7 o’clock, 10:05', 'At ten-thirty PM, seven o\'clock, ten oh five', 0],
    ['the B.B.C. said', 'The BBC said', 0],
    ['Café Zoë, nooo! Hmm.', 'Cafe Zoe. No. Hm', 0],
    ['three and 1,234,567 and 4.5', 'Three and one million two hundred and thirty four thousand five hundred and sixty seven and four point five', 0],
    ['No. 7 in the 1890s', 'number seven in the eighteen nineties', 0],
    ['goin’ to ’em, ’tis', 'going to them. It is', 0],
    ['It rained.', '(thunder) It rained. [Music] ♪', 0],
    ['the air of a man; nobody knew why', 'The heir of a man. Nobody new Y.', 0],
  ])('%s', (written, heard, errors) => {
    expect(wordErrors(written, heard)).toMatchObject({ errors });
  });

  it.each([
    ['I met Peterson.', 'I met Peter Sun.', ['peterson'], ['peter', 'sun']],
    ['Come in. Sit.', 'Come in.', ['sit'], []],
    ['No, Olaf!', 'Nope, oh, laugh.', ['no', 'olaf'], ['nope', 'oh', 'laugh']],
    ['the air of a man', 'the heirs of the man', ['air', 'a'], ['heirs', 'the']],
    ['four', 'fall', ['four'], ['fall']],
    ['He said "come in" twice', 'He said coming twice', ['come', 'in'], ['coming']],
  ])('%s is not the same as %s', (written, heard, missing, extra) => {
    expect(wordErrors(written, heard)).toMatchObject({ missing, extra, errors: Math.max(missing.length, extra.length) });
  });
});

describe('word errors', () => {
  it('are none between a text and itself, however it is printed', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(wordErrors(text, text.replace(/[([\])♪♫]/g, ' ')).errors).toBe(0);
    }));
    fc.assert(fc.property(words, (text) => {
      expect(wordErrors(`${text.join(', ')}!`, text.join(' ').toUpperCase())).toMatchObject({ errors: 0, words: text.length });
    }));
  });

  it('count the words that were taken away, and name them', () => {
    fc.assert(fc.property(words, fc.infiniteStream(fc.boolean()), (text, stays) => {
      const kept = text.filter(() => stays.next().value);
      const { errors, missing, extra } = wordErrors(text.join(' '), kept.join(' '));
      expect({ errors, extra }).toEqual({ errors: text.length - kept.length, extra: [] });
      expect([...missing, ...spokenForm(kept.join(' '))].sort()).toEqual(spokenForm(text.join(' ')).sort());
    }));
  });

  it('never exceed the longer side, are symmetrical, and agree with what is missing and extra', () => {
    fc.assert(fc.property(words, words, (left, right) => {
      const there = wordErrors(left.join(' '), right.join(' '));
      expect(there.errors).toBeLessThanOrEqual(Math.max(left.length, right.length));
      expect(there.errors).toBeGreaterThanOrEqual(Math.max(there.missing.length, there.extra.length));
      expect(there.missing.length - there.extra.length).toBe(left.length - right.length);
      expect(wordErrors(right.join(' '), left.join(' ')).errors).toBe(there.errors);
    }));
  });

  it('are counted over the words of all lines, so that long lines weigh more', () => {
    expect(wordErrorRate([{ errors: 1, words: 2 }, { errors: 0, words: 98 }])).toBe(0.01);
    expect(wordErrorRate([])).toBe(0);
  });
});

describe('a line', () => {
  it.each([
    ['Sit.', '', true], ['Come in.', 'Coming', true], ['Come in.', 'Come', false], ['Come in. Sit.', 'Come in.', false],
    ['Come in. Sit.', 'Cabin. Sit.', true], ['one by one they went', 'one by one he went', false],
    ['seven quiet windows under water', 'heaven riot windows under water', true],
    ['seven quiet windows under the dark water', 'heaven riot windows under the dark water', false], ['...', 'you', false],
  ])('%j heard as %j is missed: %s', (written, heard, missed) => {
    expect(isMissed(wordErrors(written, heard))).toBe(missed);
  });
});
