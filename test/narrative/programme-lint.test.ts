import { describe, expect, it } from '@jest/globals';
import type { WriterSource } from '../../src/craft/narrative/model.js';
import type { LintRule } from '../../src/craft/narrative/writing/lint/findings.js';
import { lintScreenplay } from '../../src/craft/narrative/writing/lint/lint.js';
import type { CastRole, Screenplay, ScreenplayEntry, TableReadMode } from '../../src/craft/screenplay/model.js';

const TEXT = `The Mill on the Sill

I came to the mill in the wet spring, and my boots never dried. The wheel had stood for nine years. Nobody moves the wheel until the ice has gone from the race.

Marta Hale had kept the keys. “The wheel will turn again,” Hale said. “You only have to wait for it.” She put them on the table.

The river rose in May, and the old race filled. This was the day that the whole village had waited for.

I turned the wheel myself in June. It has not stood since.`;
const SOURCES: WriterSource[] = [{ sourceId: 'src', label: null, text: TEXT, digest: null }];

type Said = readonly [cue: string, words: string];
const ROLES: Readonly<Record<string, CastRole>> = { ADA: 'host', BEN: 'host', READER: 'reader', NARRATOR: 'narrator' };

/** A script of these lines; lines that are not in the text are stock. */
function script(mode: TableReadMode, lines: readonly Said[]): Screenplay {
  const heading: Omit<ScreenplayEntry, 'index'> = { sceneIndex: 0, kind: 'scene_heading', text: 'INT. STUDIO - THE MILL', origin: 'stock', spans: [] };
  const spoken = lines.map(([character, text]): Omit<ScreenplayEntry, 'index'> => {
    const start = TEXT.indexOf(text);
    return { sceneIndex: 0, kind: 'dialogue', character, text, origin: start < 0 ? 'stock' : 'source', spans: start < 0 ? [] : [{ sourceId: 'src', start, end: start + text.length }] };
  });
  const entries = [heading, ...spoken].map((entry, index): ScreenplayEntry => ({ ...entry, index }));
  const cast = [...new Set(lines.map(([cue]) => cue))].map((character) => ({
    character, role: ROLES[character] ?? 'character', gender: 'neutral' as const, description: '', wordCount: 0, lineCount: lines.filter(([cue]) => cue === character).length,
  }));
  return { title: 'The Mill', mode, narrationPolicy: 'include', scenes: [{ index: 0, heading: heading.text, title: 'The Mill', firstEntry: 0, lastEntry: entries.length - 1 }], entries, cast, reviewNotes: [] };
}

const OF_HEARING: readonly LintRule[] = ['host-change', 'two-voices', 'shared-i', 'dangling-opening', 'idle-question'];
const found = (mode: TableReadMode, ...lines: Said[]): { rule: LintRule; entryIndex: number | null }[] =>
  lintScreenplay(script(mode, lines), SOURCES).filter(({ rule }) => OF_HEARING.includes(rule)).map(({ rule, entryIndex }) => ({ rule, entryIndex }));

const CAME = 'I came to the mill in the wet spring, and my boots never dried.';
const STOOD = 'The wheel had stood for nine years.';
const MOVES = 'Nobody moves the wheel until the ice has gone from the race.';
const KEYS = 'Marta Hale had kept the keys.';
const TURN = 'The wheel will turn again';
const WAIT = 'You only have to wait for it.';
const ROSE = 'The river rose in May, and the old race filled.';
const THIS = 'This was the day that the whole village had waited for.';
const TURNED = 'I turned the wheel myself in June.';

describe('the lint of a programme', () => {
  it('accepts hosts who tell whole paragraphs, and people who speak all their own words', () => {
    expect(found('podcast', ['BEN', `${CAME} ${STOOD}`], ['ADA', KEYS], ['HALE', TURN], ['HALE', WAIT], ['ADA', 'She put them on the table.'], ['ADA', ROSE], ['BEN', TURNED])).toEqual([]);
  });

  it('finds a host who changes inside a paragraph, also around a quotation, but not around a question', () => {
    expect(found('podcast', ['BEN', CAME], ['ADA', STOOD])).toEqual([{ rule: 'host-change', entryIndex: 2 }]);
    expect(found('podcast', ['BEN', KEYS], ['HALE', TURN], ['ADA', 'She put them on the table.'])).toEqual([{ rule: 'host-change', entryIndex: 3 }]);
    expect(found('podcast', ['BEN', CAME], ['BEN', 'How long had the wheel stood?'], ['ADA', STOOD]).map(({ rule }) => rule)).not.toContain('host-change');
  });

  it('finds the words of a person in another voice than theirs', () => {
    expect(found('podcast', ['ADA', KEYS], ['HALE', TURN], ['ADA', '“The wheel will turn again,” Hale said.'])).toEqual([{ rule: 'two-voices', entryIndex: 3 }]);
    expect(found('podcast', ['ADA', KEYS], ['VOSS', 'The wheel will turn again,'], ['HALE', WAIT])).toEqual([{ rule: 'two-voices', entryIndex: 2 }]);
  });

  it('finds two voices that say I for one author', () => {
    expect(found('podcast', ['BEN', CAME], ['ADA', TURNED])).toEqual([{ rule: 'shared-i', entryIndex: 2 }]);
  });

  it('finds a passage whose beginning refers to omitted text, and a banner that is no sentence', () => {
    expect(found('documentary', ['READER', CAME], ['READER', THIS])).toEqual([{ rule: 'dangling-opening', entryIndex: 2 }]);
    expect(found('documentary', ['READER', CAME], ['READER', `${ROSE} ${THIS}`])).toEqual([]);
    expect(found('documentary', ['READER', CAME], ['NARRATOR', 'the old race'], ['READER', ROSE])).toEqual([{ rule: 'dangling-opening', entryIndex: 2 }]);
    expect(found('documentary', ['NARRATOR', 'The Mill on the Sill'], ['READER', CAME])).toEqual([]);
  });

  it('finds a question that does not fit what follows', () => {
    expect(found('podcast', ['ADA', 'Does anybody stand level?'], ['BEN', MOVES])).toEqual([{ rule: 'idle-question', entryIndex: 1 }]);
    expect(found('podcast', ['ADA', 'Why would the wheel turn?'], ['BEN', STOOD])).toEqual([{ rule: 'idle-question', entryIndex: 1 }]);
    expect(found('podcast', ['ADA', 'Did the wheel stand for nine years?'], ['BEN', STOOD])).toEqual([]);
  });

  it('finds a person whose introduction was left out in between', () => {
    const text = 'The mill is old.\n\nMarta Hale keeps it, and has kept it for nine years.\n\nHale has a dog. The dog is older than the mill.';
    const said = script('podcast', [['BEN', 'The mill is old.'], ['ADA', 'Hale has a dog.']]);
    const placed = { ...said, entries: said.entries.map((entry): ScreenplayEntry => entry.kind === 'dialogue'
      ? { ...entry, origin: 'source', spans: [{ sourceId: 'src', start: text.indexOf(entry.text), end: text.indexOf(entry.text) + entry.text.length }] } : entry) };
    expect(lintScreenplay(placed, [{ ...SOURCES[0]!, text }]).filter(({ rule }) => rule === 'unintroduced').map(({ entryIndex }) => entryIndex)).toEqual([2]);
  });

  it('leaves dramas alone', () => {
    expect(found('drama', ['BEN', CAME], ['ADA', STOOD], ['ADA', TURNED])).toEqual([]);
  });
});
