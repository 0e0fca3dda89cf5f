import { describe, expect, it } from '@jest/globals';
import type { WriterSource } from '../../../src/craft/narrative/model.js';
import { DRAMA_FAULTS, type LintRule } from '../../../src/craft/narrative/writing/lint/findings.js';
import { lintScreenplay } from '../../../src/craft/narrative/writing/lint/lint.js';
import type { Gender, Screenplay, ScreenplayEntry, SourceSpan } from '../../../src/craft/screenplay/model.js';

/** A line of a script: its cue, null for narration, its words, and the words of the source that it is made of. */
type Line = [cue: string | null, text: string, ...pieces: string[]];

const NARRATION = 'The carts had come down the hill in the night, and nobody in the village had heard them until the dogs began, and by then the road before the mill was full of men.';

/** The faults of a drama of `text`. It performs the text up to the words `covers`, or the whole text without them. */
function faults(text: string, lines: readonly Line[], { covers, heading = 'INT. MILL', gender = 'female' as Gender } = {} as { covers?: string; heading?: string; gender?: Gender }): LintRule[] {
  const spanOf = (words: string): SourceSpan => {
    const start = text.indexOf(words);
    if (start < 0) throw new Error(`not in the source: ${words}`);
    return { sourceId: 's', start, end: start + words.length };
  };
  const entries: ScreenplayEntry[] = [
    { index: 0, sceneIndex: 0, kind: 'scene_heading', text: heading, origin: 'stock', spans: [] },
    ...lines.map(([cue, words, ...pieces], at): ScreenplayEntry => ({
      index: at + 1, sceneIndex: 0, text: words, origin: 'source', spans: (pieces.length > 0 ? pieces : [words]).map(spanOf),
      ...(cue === null ? { kind: 'action' } : { kind: 'dialogue', character: cue }),
    })),
  ];
  const cues = [...new Set(lines.map(([cue]) => cue ?? 'NARRATOR'))];
  const screenplay: Screenplay = {
    title: 'The Mill', mode: 'drama', narrationPolicy: 'include', entries, reviewNotes: [],
    scenes: [{ index: 0, heading, title: 'Mill', firstEntry: 0, lastEntry: entries.length - 1 }],
    cast: cues.map((character) => ({
      character, role: character === 'NARRATOR' ? 'narrator' : 'character', gender, description: '',
      lineCount: lines.filter(([cue]) => (cue ?? 'NARRATOR') === character).length, wordCount: 1,
    })),
    ...(covers === undefined ? {} : { covers: [{ sourceId: 's', start: 0, end: text.indexOf(covers) }] }),
  };
  const sources: WriterSource[] = [{ sourceId: 's', label: 'The Mill', text, digest: null }];
  return lintScreenplay(screenplay, sources).map(({ rule }) => rule).filter((rule) => DRAMA_FAULTS.has(rule));
}

const TALK = '“Is the mill shut?” said Ann.\n\n“It has been shut since Monday.”\n\n“Then we are lost,” said Ann.';

describe('the lint of a drama', () => {
  it.each<[string, LintRule[], string, Line[]]>([
    ['the teller says another’s words without a tag', ['teller-line'], TALK, [['ANN', 'Is the mill shut?'], [null, 'It has been shut since Monday.']]],
    ['… and with a tag it may', [], TALK, [['ANN', 'Is the mill shut?'], [null, 'Then we are lost, said Ann.', '“Then we are lost,” said Ann.']]],
    ['somebody calls the own name', ['self-address'], '“Come in, Ann, and shut the door.”', [['ANN', 'Come in, Ann, and shut the door.']]],
    ['… at the head of the line', ['self-address'], '“Ann, you are wet.”', [['ANN', 'Ann, you are wet.']]],
    ['… or speaks of others of the name', [], '“Sit down, Mr. Marsh, by the fire.”', [['MRS MARSH', 'Sit down, Mr. Marsh, by the fire.']]],
    ['… or gives it', [], '“My name is Ann, and I am wet.”', [['ANN', 'My name is Ann, and I am wet.']]],
    ['a cue that is nobody', ['placeholder'], '“Shame!” cried another.', [['ANOTHER', 'Shame!']]],
    ['… nor all', ['placeholder'], '“Shame!” cried all of them.', [['ALL OF THEM', 'Shame!']]],
    ['words quoted inside a sentence', ['broken-quotation'], 'The baby stretched out his hands and demanded “Milk,” which was only allowed for tea.',
      [[null, 'The baby stretched out his hands and demanded'], ['BABY', 'Milk.', 'Milk']]],
    ['… are narration', [], 'The baby stretched out his hands and demanded “Milk,” which was only allowed for tea.',
      [[null, 'The baby stretched out his hands and demanded Milk, which was only allowed for tea.', 'The baby stretched out his hands and demanded “Milk,” which was only allowed for tea.']]],
    ['a sentence that is heard twice', ['said-twice'], 'I never heard a voice so cruel and cold. The blind man went away.',
      [[null, 'I never heard a voice so cruel and cold.'], [null, 'I never heard a voice so cruel and cold. The blind man went away.']]],
    ['a comma that is lost at a joint', ['lost-mark'], '“One moment,” said the doctor, “are you sure of the hour?”', [['DOCTOR', 'One moment are you sure of the hour?', 'One moment,', 'are you sure of the hour?']]],
    ['… after a phrase', ['lost-mark'], '“On the contrary,” said the doctor, “I opened it.”', [['DOCTOR', 'On the contrary I opened it.', 'On the contrary,', 'I opened it.']]],
    ['… but not one that was the tag’s', [], '“But have you,” said the doctor, “opened it?”', [['DOCTOR', 'But have you opened it?', 'But have you,', 'opened it?']]],
    ['a tag that is turned round', ['turned-tag'], '“Do not fear,” said he soothingly, bending forward.', [['DOCTOR', 'Do not fear.', 'Do not fear'], [null, 'He soothingly said, bending forward.', 'he', 'soothingly', 'said', ', bending forward.']]],
    ['half of a pair of marks', ['stray-mark'], '“They said ‘so long.’ I went.”', [['ANN', 'They said so long.’ I went.', 'They said ‘so long.’ I went.']]],
  ])('finds the right faults: %s', (_what, expected, text, lines) => {
    expect(faults(text, lines)).toEqual(expected);
  });

  it('sees a heading with a word in the place of a place, and lets a scene without a place have its number', () => {
    for (const heading of ['INT./EXT. SCENE', 'INT./EXT. SCENE 1', 'SCENE']) expect(faults(TALK, [['ANN', 'Is the mill shut?']], { heading })).toEqual(['heading']);
    for (const heading of ['SCENE 1', 'SCENE 2 - NIGHT']) expect(faults(TALK, [['ANN', 'Is the mill shut?']], { heading })).toEqual([]);
  });

  it('sees a read that ends before its scene does', () => {
    const lines: Line[] = [['ANN', 'Is the mill shut?']];
    expect(faults(TALK, lines, { covers: '“Then we' })).toEqual(['open-end']);
    expect(faults(`${TALK}\n\n${NARRATION}\n\n“Well?” said Ann.`, lines, { covers: NARRATION })).toEqual([]);
    expect(faults(`${TALK}\n\nThe carts stopped before the door.\n\n“Well?” said Ann.`, lines, { covers: 'The carts' })).toEqual(['open-end']);
    expect(faults(`${TALK}\n\nII\n\n“Well?” said Ann.`, lines, { covers: 'II\n' })).toEqual([]);
  });
});
