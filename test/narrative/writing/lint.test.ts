import { describe, it, expect } from '@jest/globals';
import type { CastMember, Screenplay, ScreenplayEntry } from '../../../src/craft/screenplay/model.js';
import type { WriterSource } from '../../../src/craft/narrative/model.js';
import type { LintRule } from '../../../src/craft/narrative/writing/lint/findings.js';
import { lintScreenplay } from '../../../src/craft/narrative/writing/lint/lint.js';

const TEXT = `The Lamp

Marta kept the lamp on the north cliff for thirty years. Every night she climbed the iron stairs and counted the ships.

“Who comes there?” asked Marta.

“A friend,” said the pilot. “The harbour is closed, Marta.”

The pilot sat down by the stove. He had walked from the village in the rain.

In the spring the lamp was taken down. The cliff has been dark since that day, and the ships go by another way.`;

const SOURCES: WriterSource[] = [{ sourceId: 'src', label: 'The Lamp', text: TEXT, digest: null }];
const WHO: CastMember = { character: 'MARTA', role: 'character', gender: 'female', description: '', lineCount: 0,
  wordCount: 0 };

function line(text: string, extra: Partial<ScreenplayEntry> = {}): Omit<ScreenplayEntry, 'index' | 'sceneIndex'> {
  const start = TEXT.indexOf(text.slice(0, 25));
  return {
    kind: 'dialogue', character: 'NARRATOR', text, origin: 'source', spans: start < 0 ? []
      : [{ sourceId: 'src', start, end: start + text.length }], ...extra,
  };
}

/** Scenes of lines; the cast is counted unless it is given. */
function script(scenes: Omit<ScreenplayEntry, 'index' | 'sceneIndex'>[][],
  extra: Partial<Screenplay> = {}): Screenplay {
  const entries: ScreenplayEntry[] = [];
  const headed = scenes.map((lines, sceneIndex) => {
    const firstEntry = entries.length;
    entries.push({ index: entries.length, sceneIndex, kind: 'scene_heading', text: `INT. ROOM ${sceneIndex + 1}`,
      origin: 'stock', spans: [] });
    for (const one of lines) entries.push({ index: entries.length, sceneIndex, ...one });
    return { index: sceneIndex, heading: `INT. ROOM ${sceneIndex + 1}`, title: `Room ${sceneIndex + 1}`, firstEntry,
      lastEntry: entries.length - 1 };
  });
  const cues = [...new Set(entries.flatMap((entry) => entry.kind === 'dialogue' ? [entry.character!] : []))];
  const cast = cues.map((character) => ({
    ...WHO, character, role: character === 'NARRATOR' ? 'narrator' as const : character === 'ADA' ? 'host' as const
      : 'character' as const,
    lineCount: entries.filter((entry) => entry.character === character).length,
  }));
  return { title: 'The Lamp', mode: 'documentary', narrationPolicy: 'suppress', scenes: headed, entries, cast,
    reviewNotes: [], ...extra };
}

const OPENING = line('Marta kept the lamp on the north cliff for thirty years.');
const ENDING = line('The cliff has been dark since that day, and the ships go by another way.');
const rules = (screenplay: Screenplay, seconds?: number): LintRule[] => lintScreenplay(screenplay, SOURCES, seconds)
  .map((finding) => finding.rule);

describe('the lint', () => {
  it('has nothing to say about a faithful script', () => {
    expect(rules(script([[OPENING], [line('In the spring the lamp was taken down.'), ENDING]]))).toEqual([]);
  });

  it('finds words that no source holds, also inside a longer line', () => {
    const screenplay = script([[OPENING, line('Marta loved the pilot.')], [ENDING]]);
    expect(lintScreenplay(screenplay, SOURCES))
      .toEqual([{ entryIndex: 2, rule: 'support', message: 'Not in the sources: Marta loved the pilot.' }]);
    expect(rules(script([[line(`${OPENING.text} She was happy.`)], [ENDING]]))).toContain('support');
  });

  it('accepts stock lines only with words of the source in their slots', () => {
    const stock = (text: string): ReturnType<typeof line> => line(text, { origin: 'stock', spans: [] });
    expect(rules(script([[stock('This is The Lamp.'), OPENING], [stock('Then, the iron stairs.'), ENDING]])))
      .toEqual([]);
    expect(rules(script([[stock('Then, the golden stairs.'), OPENING], [ENDING]]))).toEqual(['support']);
  });

  it('accepts a turn joined from its quoted pieces when its spans prove it', () => {
    const from = TEXT.indexOf('A friend');
    const then = TEXT.indexOf('The harbour is closed');
    const joined = { ...line('A friend. The harbour is closed, Marta.'), character: 'PILOT',
      origin: 'edited' as const };
    const spans = [{ sourceId: 'src', start: from, end: from + 8 }, { sourceId: 'src', start: then, end: then + 29 }];
    expect(rules(script([[OPENING, { ...joined, spans }], [ENDING]]))).not.toContain('support');
  });

  it('finds unpaired quotation marks', () => {
    expect(rules(script([[OPENING, line('“A friend')], [ENDING]]))).toContain('orphan-quote');
  });

  it('finds a scene that refers to omitted text, but not one that continues', () => {
    const leaning = line('He had walked from the village in the rain.');
    expect(rules(script([[OPENING], [leaning, ENDING]]))).toEqual(['scene-head']);
    expect(rules(script([[OPENING, line('The pilot sat down by the stove.')], [leaning, ENDING]]))).toEqual([]);
  });

  it('finds questions without an answer or with another one', () => {
    const asked = line('Who comes there?', { character: 'MARTA' });
    expect(rules(script([[OPENING], [ENDING, asked]], { mode: 'drama' }))).toContain('unanswered');
    const host = line('Where is the harbour?', { character: 'ADA', origin: 'stock', spans: [] });
    expect(rules(script([[host, OPENING], [ENDING]], { mode: 'podcast' }))).toContain('question-answer');
  });

  it('finds repeats, a wrong cast, and a voice that speaks to itself', () => {
    expect(rules(script([[OPENING, OPENING], [ENDING]]))).toContain('repeat');
    const faithful = script([[OPENING], [ENDING]]);
    expect(rules({ ...faithful, cast: [] })).toEqual(['cast']);
    expect(rules({ ...faithful, cast: [...faithful.cast, WHO] })).toEqual(['cast']);
    expect(rules({ ...faithful, cast: faithful.cast.map((member) => ({ ...member, lineCount: 9 })) }))
      .toEqual(['cast']);
    const own = line('The harbour is closed, Marta.', { character: 'MARTA' });
    expect(rules(script([[OPENING, own, own], [ENDING]]))).toContain('self-address');
  });

  it('requires the beginning and the end of the source', () => {
    expect(rules(script([[line('The pilot sat down by the stove.'), ENDING]]))).toEqual(['arc']);
    expect(rules(script([[OPENING, line('Every night she climbed the iron stairs and counted the ships.')]])))
      .toEqual(['arc']);
  });

  it('checks the length only on request, and accepts a short script of a short source', () => {
    const faithful = script([[OPENING], [ENDING]]);
    expect(rules(faithful, 15)).toEqual([]);
    expect(rules(faithful, 20)).toEqual(['length']);
    expect(rules(faithful, 4)).toEqual(['length']);
    expect(rules(faithful, 600)).toEqual([]);
  });
});
