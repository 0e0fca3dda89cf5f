import { describe, expect, it } from '@jest/globals';
import { embeddedWriter } from '../../../src/craft/narrative/embedded-writer.js';
import { analyseText } from '../../../src/craft/narrative/analysis/index.js';
import { ESSAY, NEWS, PLAY } from '../../support/writer-texts.js';

describe('a text in the layout of a play', () => {
  const analysis = analyseText(PLAY);
  const cues = new Map(analysis.cast.map(({ id, cue }) => [id, cue]));

  it('is recognised, with its cast and the speaker of every speech', () => {
    expect(analysis.form).toBe('play');
    expect([...cues.values()].sort()).toEqual(['CONSTABLE', 'JORY', 'MRS PELL']);
    const said = analysis.quotes.map(({ start, end, speaker }) => `${cues.get(speaker)}: ${PLAY.slice(start, end)}`);
    expect(said).toContain('MRS PELL: Was the goat hurt?');
    expect(said).toContain('MRS PELL: The dark is always early in this street. Have you lit the one by the bridge?');
    expect(said).toHaveLength(16);
    expect(analysis.quotes.every(({ confidence }) => confidence === 'hard')).toBe(true);
    expect(analysis.cast.find(({ cue }) => cue === 'MRS PELL')?.gender).toBe('female');
  });

  it('is cut at its scenes, with headings from the places it names', () => {
    expect(analysis.scenes.map(({ heading }) => heading))
      .toEqual(['EXT. A STREET CORNER - EVENING', 'EXT. THE BRIDGE - LATER']);
  });

  it('is performed by its cast, with directions as action and no spoken cue', async () => {
    const script = await embeddedWriter().screenplay({
      seed: 's', title: 'T', beats: [], castNames: [], creativeBrief: null, canon: null,
      sources: [{ sourceId: 'src', label: null, text: PLAY, digest: null }],
      target: { audience: 'a', objective: 'b', outcome: 'c' },
      tableRead: { mode: 'drama', narrationPolicy: 'include', durationSeconds: 120 },
    });
    const lines = script.entries.filter(({ kind }) => kind === 'dialogue');
    expect(lines.find(({ text }) => text.startsWith('You are late'))?.character).toBe('JORY');
    expect(script.entries.some(({ kind, text }) => kind === 'action' && text === 'JORY climbs the ladder.')).toBe(true);
    for (const { kind, text } of script.entries) {
      if (kind === 'action') expect(text).not.toMatch(/^(?:JORY|CONSTABLE|MRS\. PELL)\.$/u);
    }
    for (const { text } of lines) expect(text).not.toMatch(/^(?:JORY|CONSTABLE)\.|[[\]]/u);
  });

  it.each([
    ['colons', 'Interviewer: Where were you born?\n\nLena Orme: In Selm.\n\nInterviewer: And when did you leave?\n\nLena Orme: I never left.\n\nInterviewer: Not once?\n\nLena Orme: Once, for a dance.'],
    ['names on their own lines', 'ANNA.\nWho is there?\n\nBERT.\nOnly me.\n\nANNA.\nOnly you is enough.\n\nBERT.\nI brought bread.\n\nANNA.\nThen come in.\n\nBERT.\nGladly.'],
  ])('is recognised by %s', (_name, text) => {
    const { form, cast, quotes } = analyseText(text);
    expect(form).toBe('play');
    expect(cast).toHaveLength(2);
    expect(quotes).toHaveLength(6);
  });

  it('is not recognised in other texts', () => {
    for (const text of [ESSAY, NEWS,
      'Note: this.\n\nWarning: that.\n\nTip: more.\n\nNote: again.\n\nWarning: last.\n\nHint: one.\n\nThere is nothing else here.']) {
      expect(analyseText(text).form).toBe('essay');
    }
  });
});
