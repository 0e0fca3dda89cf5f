import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Programme, ProgrammeLine } from '../../src/domain/publishing/releases/programme.js';
import { spread } from '../../src/craft/speech/times/line-times.js';
import { captionParts } from '../../src/craft/stage/caption-parts.js';
import { wordClock } from '../../src/pages/word-clock.js';
import { captionsVtt } from '../../src/pages/captions.js';
import { timedWords } from '../../src/pages/client/word-mark.js';
import { srtOf, transcriptJson } from '../../src/pages/publishing/transcripts.js';

const WORD = fc.constantFrom('the', 'lamp', 'Dr.', '1894,', '“no”', '—', '<b>&', '-->', 'well—yes', '🎉', 'extraordinarily', 'a\n ', 'x'.repeat(90));
const TEXT = fc.array(WORD, { minLength: 1, maxLength: 50 }).map((words) => words.join(' '));
const line = (text: string, startMs: number, lengthMs: number) => ({ text, startMs, endMs: startMs + lengthMs, words: spread(text, lengthMs) });
const entry = (of: ReturnType<typeof line>) => ({ ...of, index: 3, sceneIndex: 0, kind: 'dialogue' as const, character: 'MARA', parenthetical: null });
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
const seconds = (stamp: string): number => stamp.replace(',', '.').split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

describe('captions by word', () => {
  it('begin each part with its first word, and find every word in its part', () => {
    fc.assert(fc.property(TEXT, fc.integer({ min: 2_000, max: 20_000 }), (text, lengthMs) => {
      const of = line(text, 700, lengthMs);
      const parts = captionParts(of);
      expect(parts.map((part) => part.text).join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      const found = parts.flatMap((part) => part.words.map((word) => ({ ...word, shown: part.text.slice(word.from, word.to) })));
      expect(found.map(({ startMs, endMs }) => [startMs, endMs])).toEqual(of.words.map(({ startMs, endMs }) => [700 + startMs, 700 + endMs]));
      // A word longer than a part is cut.
      found.forEach(({ shown }, at) => expect(plain(text.slice(of.words[at]!.from, of.words[at]!.to)).startsWith(plain(shown))).toBe(true));
      parts.slice(1).forEach((part, at) => {
        if (part.words[0]) expect(part.fromMs).toBe(Math.max(parts[at]!.fromMs, part.words[0].startMs));
      });
    }), { numRuns: 200 });
  });

  it('are WebVTT whose stamps lie within their cues, in order, and leave the text as it is', () => {
    fc.assert(fc.property(TEXT, fc.integer({ min: 30, max: 20_000 }), (text, lengthMs) => {
      const of = line(text, 59_990, lengthMs);
      const cues = captionsVtt({ entries: [entry(of)] }).split('\n\n').slice(1);
      for (const cue of cues) {
        const [, from, to] = /(\S+) --> (\S+)\n/.exec(cue)!;
        const inside = [...cue.matchAll(/<(\d\d:\d\d:\d\d\.\d{3})>/g)].map(([, stamp]) => seconds(stamp!));
        inside.forEach((at, index) => expect(at > (inside[index - 1] ?? seconds(from!)) && at < seconds(to!)).toBe(true));
      }
      const words = cues.map((cue) => cue.split('\n').slice(2).join('\n').replace(/<[\d:.]+>|<\/?v[^>]*>/g, '')).join('');
      expect(words.replace(/\s/g, '')).toBe(text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\s/g, ''));
    }), { numRuns: 200 });
  });

  it('are one stamp before each word but the first', () => {
    expect(captionsVtt({ entries: [entry({ ...line('Did you — wind it?', 1_000, 1_500) })] }))
      .toBe('WEBVTT\n\n3\n00:00:01.000 --> 00:00:02.500\n<v MARA>Did <00:00:01.300>you — <00:00:01.800>wind <00:00:02.200>it?</v>\n');
    expect(captionsVtt({ entries: [entry({ ...line('Did you?', 1_000, 1_500), words: [] })] })).toContain('\n<v MARA>Did you?</v>');
  });

  it('survive the compact form in which browsers get them', () => {
    fc.assert(fc.property(TEXT, fc.integer({ min: 500, max: 20_000 }), (text, lengthMs) => {
      const words = spread(text, lengthMs);
      expect(timedWords({ words: wordClock(words) })).toEqual(words);
    }));
    expect(timedWords({})).toEqual([]);
  });
});

describe('transcripts by word', () => {
  const programme = (lines: ProgrammeLine[]): Programme => ({ language: 'en', author: null, lines, chapters: [], people: [], art: {} as Programme['art'] });
  const said = (text: string, startMs: number, lengthMs: number): ProgrammeLine => ({ ...line(text, startMs, lengthMs), index: 0, kind: 'dialogue', speaker: 'MRS. PELL' });

  it('have a segment for each word with its punctuation, and one for a line without word times', () => {
    const { words: _, ...old } = said('As it was.', 5_000, 1_000);
    const { segments } = JSON.parse(transcriptJson(programme([said('“Well—no,” 🎉 she said.', 1_000, 2_300), old])));
    expect(segments.map(({ body }: { body: string }) => body)).toEqual(['“Well—', 'no,” 🎉', 'she', 'said.', 'As it was.']);
    expect(segments[0]).toEqual({ speaker: 'Mrs. Pell', startTime: 1, endTime: segments[1].startTime, body: '“Well—' });
    expect(segments.at(-1)).toEqual({ speaker: 'Mrs. Pell', startTime: 5, endTime: 6, body: 'As it was.' });
  });

  it('cut SubRip where a word begins', () => {
    const of = said('You can hear anything in the rails, child, if you are prepared to get your ear wet; I once heard a whole wedding.', 0, 11_400);
    const starts = of.words!.map(({ startMs }) => startMs);
    const cues = srtOf(programme([of])).trim().split('\n\n');
    expect(cues.length).toBeGreaterThan(1);
    for (const cue of cues) expect(starts).toContain(Math.round(seconds(/(\S+) -->/.exec(cue)![1]!) * 1_000));
  });
});
