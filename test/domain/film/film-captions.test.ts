import { describe, expect, it } from '@jest/globals';
import { captionsInTurn, creditCaptions, filmCaptions } from '../../../src/domain/artifacts/film/film-captions.js';
import { bridgeSpans } from '../../../src/domain/artifacts/music/choose-bed.js';
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

  it('are one at a time, with both speakers where two speak at once', () => {
    const said = (startMs: number, endMs: number, speaker: string, words: string) => ({ startMs, endMs, speaker, text: words });
    const alone = [said(0, 1_000, 'MARA', 'Wait.'), said(1_000, 2_000, 'MARA', 'Who is there?')];
    expect(captionsInTurn(alone)).toEqual(alone);
    expect(captionsInTurn([said(2_000, 4_000, 'MARA', 'I never said that.'), said(2_240, 3_000, 'TOBIAS', 'You did.')])).toEqual([
      { startMs: 2_000, endMs: 3_000, speaker: null, text: 'Mara: I never said that. / Tobias: You did.' }, said(3_000, 4_000, 'MARA', 'I never said that.'),
    ]);
    // A speech too short for a time of its own is shown with the other.
    expect(captionsInTurn([said(0, 420, 'MARA', 'No!'), said(210, 3_000, 'TOBIAS', 'Wait for me, I am coming!')]))
      .toEqual([{ startMs: 0, endMs: 3_000, speaker: null, text: 'Mara: No! / Tobias: Wait for me, I am coming!' }]);
    expect(captionsInTurn([said(0, 3_000, 'MARA', 'I never said that.'), said(240, 480, 'TOBIAS', 'No.')]))
      .toEqual([{ startMs: 0, endMs: 3_000, speaker: null, text: 'Mara: I never said that. / Tobias: No.' }]);
    const threeEach = ['MARA', 'TOBIAS'].flatMap((speaker, second) => [0, 1, 2].map((at) => said(second * 240 + at * 350, second * 240 + (at + 1) * 350, speaker, `${speaker} ${at}.`)));
    const shown = captionsInTurn(threeEach).map(({ text }) => text).join(' ');
    for (const { text } of threeEach) expect(shown).toContain(text);
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

  it('show spoken credits at their own times, without a speaker', () => {
    const lastMs = timeline.entries.at(-1)!.endMs;
    const closing = { key: 'closing', text: 'That was The Voyage.', startMs: lastMs + 1_000, endMs: lastMs + 2_200 };
    const opening = { key: 'opening', text: `The Voyage, ${'a long subtitle of it, '.repeat(6)}by Ann Hale.`, startMs: 400, endMs: 2_000 };
    const captions = creditCaptions({ ...timeline, opening, closing });
    const parts = captions.slice(0, -1);
    expect(parts.length).toBeGreaterThan(1);
    expect([parts[0]!.startMs, parts.at(-1)!.endMs, parts.map(({ text }) => text).join(' ')]).toEqual([400, 2_000, opening.text]);
    expect(captions.at(-1)).toEqual({ speaker: null, text: closing.text, startMs: closing.startMs, endMs: closing.endMs });
    expect(creditCaptions(timeline)).toEqual([]);
  });

  it('leave the pauses before credits, but not the credits, to the phrases between scenes', () => {
    const last = timeline.entries.at(-1)!;
    const credited = {
      ...timeline, leadInMs: 7_000, opening: { key: 'o', text: 'The Voyage.', startMs: 2_200, endMs: 6_100 },
      closing: { key: 'c', text: 'That was The Voyage.', startMs: last.endMs + 2_600, endMs: last.endMs + 4_000 },
    };
    const ends = (spans: readonly { startMs: number; endMs: number }[]) => [spans[0], spans.at(-1)].map((span) => [span!.startMs, span!.endMs]);
    expect(ends(bridgeSpans(screenplay, new Set([-1, timeline.entries.length - 1]), credited))).toEqual([[0, 2_200], [last.endMs, last.endMs + 2_600]]);
  });
});
