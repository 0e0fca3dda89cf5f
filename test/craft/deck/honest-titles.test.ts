import { describe, expect, it } from '@jest/globals';
import { deckSourceOf } from '../../../bench/deck/reads.js';
import { statementsOf } from '../../../src/craft/deck/writer/material/statements.js';
import { writeDeck } from '../../../src/craft/deck/writer/write-deck.js';
import { deckSource } from './reads.js';

/** A talk of two people in which nobody asks anything and little is told. */
const TALK = [
  'The ferry lay at the lower stage. Ruth Calder stood by the rail with a basket of eggs.',
  '“The river is high today,” said Ruth.', '“It is higher than I like it,” said Amos Pell. “The chain is old.”', 'Ruth hastened to say.', '“My father crossed it in worse.”',
  'Amos replied slowly.', '“Your father had a new chain, and two men to hold it.”', 'The water carried a whole tree past the stage, roots and all, and neither of them spoke.',
  '“I will be in town by noon,” said Ruth.', '“You will be in the sea by noon,” said Amos. “Go home, girl.”', 'She set the basket down on the boards and took hold of the wheel herself.',
  '“Then I will turn it alone,” said Ruth.', 'Amos looked at the tree, which was far down the river now, and put his pipe away.', '“Two hold it better than one,” said Amos.',
].join('\n\n');

const chapterOf = (of: ReturnType<typeof deckSourceOf>, kind: string) => writeDeck(of, { seed: 'titles' }).chapters.find((chapter) => chapter.kind === kind);

describe('the titles of a deck', () => {
  it('promise no story, no end and no question where the text says none', () => {
    const source = deckSourceOf('talk', TALK, { seconds: 120 });
    expect(chapterOf(source, 'closing')).toMatchObject({ title: 'In their own words', lines: [{ speaker: expect.any(String), text: expect.not.stringContaining('?') }] });
    expect(chapterOf(source, 'logline')).toMatchObject({ title: 'From the story' });
    expect(chapterOf(source, 'synopsis')?.title).not.toBe('The whole story');
  });

  it('are those of a story, an end and a question where there are some', () => {
    const source = deckSource('clockmaker');
    expect(['logline', 'synopsis', 'closing'].map((kind) => chapterOf(source, kind)?.title)).toEqual(['The story in one sentence', 'The whole story', 'The question']);
  });
});

describe('what a deck may say', () => {
  it('excludes sentences that only say that somebody speaks', () => {
    const texts = statementsOf(deckSourceOf('talk', TALK, { seconds: 120 })).map(({ text }) => text);
    expect(texts).toContain('She set the basket down on the boards and took hold of the wheel herself.');
    expect(texts.filter((text) => /hastened to say|replied slowly/u.test(text))).toEqual([]);
  });

  it('excludes quoted lines from a synopsis, except at its end', () => {
    for (const name of ['clockmaker', 'ledger', 'light'] as const) {
      const sentences = chapterOf(deckSource(name), 'synopsis')!.sentences.map(({ text }) => text);
      expect(sentences.slice(0, -1).filter((text) => /^[^“]{2,50} (?:says|asks): “/u.test(text))).toEqual([]);
    }
  });
});
