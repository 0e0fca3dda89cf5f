import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { expand } from '../../../src/craft/speech/text/expand.js';
import { toPlainText } from '../../../src/craft/speech/text/plain-text.js';
import { cardinal, ordinal, parseRoman, year } from '../../../src/craft/speech/text/numbers.js';

const written = (text: string, style: 'us' | 'gb' = 'us'): string => {
  const plain = toPlainText(text);
  return plain.kind === 'words' ? expand(plain.text, style) : plain.kind;
};

describe('numbers in words', () => {
  it.each([
    [0, 'zero'], [13, 'thirteen'], [21, 'twenty-one'], [100, 'one hundred'], [101, 'one hundred one'], [1_000_000, 'one million'],
    [1_250, 'one thousand two hundred fifty'],
  ])('%d', (value, words) => { expect(cardinal(value, 'us')).toBe(words); });

  it('are British with "and"', () => {
    expect(cardinal(1_101, 'gb')).toBe('one thousand one hundred and one');
    expect(cardinal(1_001, 'gb')).toBe('one thousand and one');
  });

  it.each([[1, 'first'], [12, 'twelfth'], [20, 'twentieth'], [22, 'twenty-second'], [100, 'one hundredth']])('%d as an ordinal', (value, words) => {
    expect(ordinal(value, 'us')).toBe(words);
  });

  it.each([[1895, 'eighteen ninety-five'], [1900, 'nineteen hundred'], [1905, 'nineteen oh five'], [2000, 'two thousand'], [2026, 'twenty twenty-six'], [1066, 'ten sixty-six']])(
    'the year %d', (value, words) => { expect(year(value, 'us')).toBe(words); });

  it('read Roman numerals, but no other letters', () => {
    expect(['IV', 'XIX', 'MCMXC'].map(parseRoman)).toEqual([4, 19, 1990]);
    expect(['IIII', 'VX', '', 'MIX!', 'CIVIL'].map(parseRoman)).toEqual([null, null, null, null, null]);
  });
});

describe('writing out a line', () => {
  it.each([
    ['In 1895 there were 1,250 men.', 'In eighteen ninety-five there were one thousand two hundred fifty men.'],
    ['About 1832 miles away.', 'About one thousand eight hundred thirty-two miles away.'],
    ['Dec. 17th, 1832', 'December seventeenth, eighteen thirty-two'],
    ['on 17 December 1832', 'on the seventeenth of December, eighteen thirty-two'],
    ['The 3rd of May', 'The third of May'],
    ['He may 3 times.', 'He may three times.'],
    ['It cost £1,000 or $5.50.', 'It cost one thousand pounds or five dollars and fifty cents.'],
    ['a $5 bill, $1.5 million', 'a five dollar bill, one point five million dollars'],
    ['£3 10s. 6d.', 'three pounds ten shillings and six pence'],
    ['at 5:30pm. The train', 'at five thirty P·M. The train'],
    ['at 5 p.m. on Monday', 'at five P·M on Monday'],
    ["17:05 and 9:00", "seventeen oh five and nine o'clock"],
    ['Henry VIII and Chapter IV of World War II', 'Henry the eighth and Chapter four of World War two'],
    ["Louis XIV's reign, scene ii", "Louis the fourteenth's reign, scene two"],
    ['I saw Henry I think', 'I saw Henry I think'],
    ['12°C and 98.6°F', 'twelve degrees Celsius and ninety-eight point six degrees Fahrenheit'],
    ['50% off, #1, 2 1/2 cups, 3/4, ½', 'fifty percent off, number one, two and a half cups, three quarters, one half'],
    ['Mr. and Mrs. Smith met Dr. Watson', 'Mister and Missus Smith met Doctor Watson'],
    ["at St. James's St. near Baker St. He left", "at Saint James's Street near Baker Street. He left"],
    ['He was No. 7. No. Never. Go.', 'He was Number seven. No. Never. Go.'],
    ['J. K. Rowling, D.D., of the U.S. The U.S. Army', 'J·K Rowling, D·D, of the U·S. The U·S Army'],
    ['It was I. He left.', 'It was I. He left.'],
    ['apples, etc. And so on, e.g. pears, i.e. fruit', 'apples, et cetera. And so on, for example pears, that is fruit'],
    ['Call 555-0123', 'Call five five five, zero one two three'],
    ['Agent 007 of MI5 at 221B', 'Agent zero zero seven of MI five at two twenty-one B'],
    ['the 1890s, 1914-18, pages 10-12', 'the eighteen nineties, nineteen fourteen to eighteen, pages ten to twelve'],
    ['-5 degrees, 3.14', 'minus five degrees, three point one four'],
    ['5 km in 20 min. at 60 mph', 'five kilometres in twenty minutes at sixty miles per hour'],
    ['see www.example.org/a or a.b@example.com.', 'see W·W·W dot example dot org slash a or a dot b at example dot com.'],
    ['Smith & Sons, and/or he/she', 'Smith and Sons, and or he or she'],
    ['It fell to −$2 million, -$3M, $4B and $5K', 'It fell to minus two million dollars, minus three million dollars, four billion dollars and five thousand dollars'],
    ['5 − 3 is 2. In 1066 Malcolm X met Leo X', 'five minus three is two. In ten sixty-six Malcolm X met Leo the tenth'],
    ['Det. Orr and Cllr. Bell take 2 tsp for 45–50 mins. and go', 'Detective Orr and Councillor Bell take two teaspoons for forty-five to fifty minutes and go'],
    ['A P. D. James novel at 5 p.m. Tom left at five P M. Ann stayed', 'A P·D James novel at five P·M. Tom left at five P M. Ann stayed'],
    ['INT. BARN - NIGHT', 'Interior, BARN—NIGHT'],
    ['INT./EXT. CAR - DAY', 'Interior and exterior, CAR—DAY'],
    ['Café Zoë, ﬁne 🎭 show', 'Cafe Zoe, fine show'],
  ])('%j', (text, words) => { expect(written(text)).toBe(words); });

  it('follows the accent', () => {
    expect(written('December 5, 250 men, 3/4/1999', 'gb')).toBe('December the fifth, two hundred and fifty men, the third of April, nineteen ninety-nine');
    expect(written('December 5, 250 men, 3/4/1999')).toBe('December fifth, two hundred fifty men, March fourth, nineteen ninety-nine');
  });

  it.each(['', '...', '🎭'])('finds no words in %j', (text) => { expect(written(text)).toBe('nothing'); });

  it('reports other scripts', () => { expect(toPlainText('Meet Иван')).toEqual({ kind: 'unreadable', letters: 'Иван' }); });

  it('leaves no digit and no sign without words, whatever the text', () => {
    const part = fc.constantFrom('12', '1895', '3rd', '£', '$5.50', '%', '°', 'No.', 'St.', 'Mr.', 'V', 'II', '1/2', '10:30', 'p.m.', '-', '—', '/', '@', '#', '.', ',', ' ', 'a', 'Bob', 'B2B', '0', '007', '&', '=', "'s", '_', '*');
    fc.assert(fc.property(fc.array(part, { maxLength: 12 }), fc.constantFrom('us' as const, 'gb' as const), (parts, style) => {
      const plain = toPlainText(parts.join(''));
      if (plain.kind !== 'words') return;
      expect(expand(plain.text, style)).toMatch(/^[A-Za-z'".,;:!?…—()*_·[\] -]*$/);
    }), { numRuns: 500 });
  });
});
