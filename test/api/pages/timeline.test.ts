import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { captionParts } from '../../../src/craft/stage/caption-parts.js';
import { Timeline } from '../../../src/pages/client/parts/timeline.js';
import { escapeHtml, html, jsonIsland } from '../../../src/pages/html.js';
import { clockText, initialsOf, moodOf } from '../../../src/pages/wording.js';

const entry = (index: number, text = 'A line.') =>
  ({ index, sceneIndex: 0, kind: 'dialogue', character: 'MARA', text, startMs: null, endMs: null });

describe('the timeline', () => {
  it('is the same whatever the order and number of the events that fill it', () => {
    fc.assert(fc.property(
      fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 40 }).chain((lengths) =>
        fc.tuple(fc.constant(lengths), fc.shuffledSubarray(lengths.map((_, index) => index), { minLength: lengths.length }), fc.nat(200_000))),
      ([lengths, order, ms]) => {
        const starts = lengths.map((_, index) => lengths.slice(0, index).reduce((sum, length) => sum + length, 0));
        const timeline = new Timeline(lengths.map((_, index) => entry(index)));
        for (const index of [...order, ...order.slice(0, 5)]) timeline.fill(index, starts[index] ?? 0, (starts[index] ?? 0) + (lengths[index] ?? 0));
        const expected = starts.filter((start) => start <= ms).length - 1;
        expect(timeline.voicedLines).toBe(lengths.length);
        expect(timeline.at(ms)?.index ?? -1).toBe(expected);
        expect(timeline.lastIndex).toBe(lengths.length - 1);
        expect(timeline.stepFrom(ms, 1)?.index).toBe(Math.min(lengths.length - 1, expected + 1));
      },
    ));
  });

  it('tells who is still heard when a line begins', () => {
    const timeline = new Timeline([0, 1, 2, 3].map((index) => entry(index)));
    for (const [index, startMs, endMs] of [[0, 0, 900], [1, 1_000, 3_000], [2, 1_240, 2_000], [3, 3_500, 4_000]] as const) timeline.fill(index, startMs, endMs);
    expect([500, 1_100, 1_300, 2_500, 3_600].map((ms) => timeline.besideAt(ms)?.index ?? null)).toEqual([null, null, 1, 1, null]);
  });

  it('ignores lines that are not in the script', () => {
    const timeline = new Timeline([entry(3)]);
    expect([timeline.fill(4, 0, 1), timeline.fill(3, 5, 9), timeline.fill(3, 5, 9)]).toEqual([false, true, false]);
    expect([timeline.at(4), timeline.at(5)?.index, timeline.endMs]).toEqual([null, 3, 9]);
  });
});

describe('captions of a long line', () => {
  it('hold every word once, in order, within the line, and fit two rows', () => {
    const word = fc.stringMatching(/^[a-z’]{1,12}[,.;!?—]?$/);
    fc.assert(fc.property(fc.array(word, { minLength: 1, maxLength: 80 }), fc.nat(5000), fc.integer({ min: 1, max: 30_000 }), (words, startMs, lengthMs) => {
      const line = { ...entry(0, words.join(' ')), startMs, endMs: startMs + lengthMs };
      const chunks = captionParts(line);
      expect(chunks.map((chunk) => chunk.text).join(' ')).toBe(line.text);
      expect(Math.max(...chunks.map((chunk) => chunk.text.length))).toBeLessThanOrEqual(84);
      const times = chunks.map((chunk) => chunk.fromMs);
      expect(times[0]).toBe(startMs);
      expect([...times].sort((a, b) => a - b)).toEqual(times);
      expect(times[times.length - 1]).toBeLessThan(line.endMs);
    }));
  });

  it('breaks after a sentence rather than within it, and also within an endless word', () => {
    const text = 'You can hear anything in the rails, child, if you are prepared to get your ear wet. I once heard a whole wedding.';
    expect(captionParts({ ...entry(0, text), startMs: 0, endMs: 1000 }).map((chunk) => chunk.text)).toEqual([
      'You can hear anything in the rails, child, if you are prepared to get your ear wet.', 'I once heard a whole wedding.']);
    expect(captionParts({ ...entry(0, 'a'.repeat(300)), startMs: 0, endMs: 1000 }).map((chunk) => chunk.text.length)).toEqual([84, 84, 84, 48]);
  });
});

describe('markup', () => {
  it('never lets text act as markup', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(escapeHtml(text)).not.toMatch(/[<>"']/);
      const island = jsonIsland('data', { text }).source;
      expect(island.slice(island.indexOf('>') + 1, -'</script>'.length)).not.toMatch(/<|\u2028|\u2029/);
      expect((JSON.parse(island.slice(island.indexOf('>') + 1, -'</script>'.length)) as { text: string }).text).toBe(text);
    }));
  });

  it('keeps markup, joins lists, drops null, undefined and false, and shows zero', () => {
    expect(html`<p>${html`<b>${'<'}</b>`}${[1, 'a&b']}${null}${undefined}${false}${0}</p>`.source).toBe('<p><b>&lt;</b>1a&amp;b0</p>');
  });
});

describe('wording', () => {
  it.each([['EXT. PIER - DUSK', 'dusk'], ['INT. STUDY - NIGHT', 'lamplit'], ['EXT. MOOR - NIGHT', 'night'], ['INT. FLAT - DAY', 'room'],
    ['EXT. FIELD - SUNRISE', 'dawn'], ['SCENE I. A desert place.', 'room'], ['', 'room']])('lights %s as %s', (heading, mood) => {
    expect(moodOf(heading)).toBe(mood);
  });

  it.each([['MRS. PELL', 'MP'], ['TOBY', 'T'], ['ÉLODIE (V.O.)', 'É'], ['—', '?'], ['李 小龙', '李小'], ['THE SECOND GRAVEDIGGER', 'TG']])(
    'shortens %s to %s', (name, initials) => { expect(initialsOf(name)).toBe(initials); });

  it.each([[0, '0:00'], [61_999, '1:01'], [3_600_000, '1:00:00'], [-5, '0:00']])('says %d ms as %s', (ms, text) => {
    expect(clockText(ms)).toBe(text);
  });
});
