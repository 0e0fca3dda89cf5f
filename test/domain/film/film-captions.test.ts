import { describe, expect, it } from '@jest/globals';
import { filmCaptions } from '../../../src/domain/artifacts/film/film-captions.js';
import { staged, TWO_SCENES } from './staged-read.js';

describe('the captions of a film', () => {
  const { screenplay, timeline } = staged(TWO_SCENES);

  it('say every line in its time, at most 84 characters at once, and name who speaks', () => {
    const captions = filmCaptions(screenplay, timeline, new Map());
    for (const [at, { startMs, endMs, text }] of captions.entries()) {
      expect(endMs).toBeGreaterThan(startMs);
      expect(startMs).toBeGreaterThanOrEqual(captions[at - 1]?.endMs ?? 0);
      expect(text.length).toBeLessThanOrEqual(84);
    }
    for (const { entryIndex, startMs, endMs } of timeline.entries) {
      const own = captions.filter((caption) => caption.entryIndex === entryIndex);
      expect([own[0]!.startMs, own.at(-1)!.endMs]).toEqual([startMs, endMs]);
      expect(own.map(({ text }) => text).join(' ')).toBe(screenplay.entries[entryIndex]!.text);
      expect(own.every(({ speaker }) => speaker === (screenplay.entries[entryIndex]!.character ?? null))).toBe(true);
    }
  });

  it('begin with their first word where its time is known', () => {
    const long = screenplay.entries[8]!;
    const words = [...long.text.matchAll(/\S+/g)].map(({ index, 0: word }, at) => ({ from: index, to: index + word.length, startMs: at * 100, endMs: at * 100 + 90 }));
    const captions = filmCaptions(screenplay, timeline, new Map([[8, { words, estimated: false }]])).filter(({ entryIndex }) => entryIndex === 8);
    expect(captions.length).toBeGreaterThan(1);
    let said = 0;
    for (const { text, startMs } of captions) {
      expect(startMs).toBe(timeline.entries[8]!.startMs + said * 100);
      said += text.split(' ').length;
    }
  });
});
