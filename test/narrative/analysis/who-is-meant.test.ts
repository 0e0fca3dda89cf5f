import { describe, expect, it } from '@jest/globals';
import { analyseText } from '../../../src/craft/narrative/analysis/index.js';
import { Figures } from '../../../src/craft/narrative/analysis/names/figures.js';
import { boundDescriptions } from '../../../src/craft/narrative/analysis/people/descriptions.js';
import { addressedIn, identifyPeople } from '../../../src/craft/narrative/analysis/people/people.js';
import { detectQuotations } from '../../../src/craft/narrative/analysis/speech/quotations.js';
import { itemsOf } from '../../../src/craft/narrative/analysis/speech/turns.js';
import { paragraphsOf } from '../../../src/craft/narrative/analysis/language/paragraphs.js';
import { describedListenerIn } from '../../../src/craft/narrative/analysis/speech/tags.js';
import { presentedIn } from '../../../src/craft/narrative/analysis/attribution/presence.js';
import type { Scene } from '../../../src/craft/narrative/analysis/attribution/situation.js';
import type { TextAnalysis } from '../../../src/craft/narrative/model.js';

const said = (...paragraphs: string[]): TextAnalysis => analyseText(paragraphs.join('\n\n'));

/** The cue of the speaker of the quotation that contains `words`. */
function speakerOf({ text, quotes, cast }: TextAnalysis, words: string): string | undefined {
  const at = text.indexOf(words);
  const quote = quotes.find(({ start, end }) => start <= at && at < end);
  return cast.find(({ id }) => id === quote?.speaker)?.cue;
}

it('all paragraphs of a letter go to the reader, and to no person', () => {
  const told = said('“Give it to me,” said Jane.', 'The letter ran as follows:', '“MY DEAR SIR,”', '“I have heard of your loss. It is a heavy one.”', '“I am, dear Sir, yours.”',
    'Jane put it down.', '“He is a fool,” said Kate.');
  const speakers = ['MY DEAR', 'your loss', 'dear Sir, yours'].map((words) => {
    const at = told.text.indexOf(words);
    return told.quotes.find(({ start, end }) => start <= at && at < end)?.speaker;
  });
  expect(speakers).toEqual(['READER', 'READER', 'READER']);
  expect([speakerOf(told, 'Give it'), speakerOf(told, 'a fool')]).toEqual(['JANE', 'KATE']);
});

describe('one person under two names', () => {
  it('a role may be cut short to its last word', () => {
    const figures = new Figures();
    const heron = figures.add('the Grey Heron', 2);
    expect(figures.add('the Heron', 3)).toBe(heron);
    expect(figures.add('the Toad', 1)).not.toBe(heron);
  });

  it('a shortened role that fits two people is neither of them', () => {
    const figures = new Figures();
    const both = [figures.add('the Grey Heron', 2), figures.add('the White Heron', 2)];
    expect(both).not.toContain(figures.add('the Heron', 3));
  });

  it('Miss with a first name is the girl of the full name', () => {
    const figures = new Figures();
    const ada = figures.add('Ada Quill', 3);
    expect(figures.add('Miss Ada', 1)).toBe(ada);
    expect(figures.add('Aunt Ada', 1)).not.toBe(ada);
  });

  it('the uncle is the man whose nephew is in the text', () => {
    const text = 'Mr. Pell sat by the fire. Mr. Pell’s nephew came in from the yard.\n\n“Well?” said the uncle.';
    const { plain, blocks } = detectQuotations(text, paragraphsOf(text));
    const items = itemsOf(plain, blocks);
    const figures = identifyPeople(items);
    expect(boundDescriptions(items, figures).get('the uncle')).toBe(figures.find('Mr. Pell'));
  });

  it('the painter is the man whose name follows “the painter himself”', () => {
    const text = 'By the window sat the painter himself, Jonas Pell, and his friend Ned Starr.\n\n“Well?” said the painter.\n\n“Not bad,” said Ned Starr.\n\n“Bad enough,” said Jonas Pell.';
    expect(speakerOf(said(text), 'Well?')).toBe('PELL');
  });
});

describe('who is spoken to', () => {
  const figures = new Figures();
  const quill = figures.add('Ada Quill', 3);

  it('is nobody whom only cited words address', () => {
    expect([...addressedIn('“She only said ‘Good night, Quill,’ and went.”', figures)]).toEqual([]);
    expect([...addressedIn('“I am tired. Good night, Quill.”', figures)]).toEqual([quill]);
  });

  it('may be described in the tag', () => {
    expect(describedListenerIn('he shouted to my companion, running towards us.')).toBe('my companion');
    expect(describedListenerIn('he shouted, running to my house.')).toBeNull();
  });

  it('are two people introduced by their names alone', () => {
    const starr = figures.add('Ned Starr', 2);
    const scene = { figures } as Scene;
    expect(presentedIn('“Ada Quill, Ned Starr.”', scene)).toEqual([quill, starr]);
    expect(presentedIn('“This is Ned Starr, a friend of mine.”', scene)).toEqual([starr]);
    expect(presentedIn('“I saw Ned Starr in town.”', scene)).toEqual([]);
  });
});

describe('he and she', () => {
  it('gives a name when asked for one, even at the start of a sentence', () => {
    const text = said('Mr. Pell stopped on the bridge. The child stared at him.', '“Your name, little girl?” said Mr. Pell.',
      '“Ada Quill, sir.”', '“And who sent you?” said Mr. Pell.', '“Nobody,” said Ada Quill.');
    expect(speakerOf(text, 'Ada Quill, sir')).toBe('QUILL');
  });
});

describe('a new person', () => {
  it('a servant who comes in is nobody who was there before', () => {
    const text = said('Ned Starr and Jonas Pell sat in the garden.', '“A fine day, Starr,” said Jonas Pell.', '“Very,” said Ned Starr.',
      '“I have seen worse,” said Jonas Pell.', 'At this moment the butler came into the garden.', '“The carriage is here, sir,” said the butler.',
      '“Then we must go,” said Ned Starr.', '“We must,” said Jonas Pell.');
    expect(speakerOf(text, 'The carriage')).toBe('BUTLER');
  });
});
