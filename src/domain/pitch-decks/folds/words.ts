import { CHAPTER_SECONDS, type Chapter, type ChapterLine, type Composition } from '../../../craft/deck/deck.js';
import { otherText, secondsWith } from '../../../craft/deck/writer/changes/other-text.js';
import { composedAs } from '../../../craft/deck/writer/changes/refine-chapter.js';
import { refineDeck } from '../../../craft/deck/writer/changes/refine-deck.js';
import { peopleOf, type DeckSource } from '../../../craft/deck/writer/deck-source.js';
import { neededSeconds } from '../../../craft/deck/writer/material/reading-time.js';
import { shownName } from '../../../craft/deck/writer/material/naming.js';
import { personPicture } from '../../../craft/deck/writer/pictures.js';
import { sentencesOfPerson } from '../../../craft/deck/writer/texts/intent-chapters.js';
import type { BoardContent } from '../../../kernel/families/storyboards/storyboard.js';
import type { ItemImage } from '../../storyboards/boarded-film.js';
import type { DeckContext, DeckFold } from './deck-fold.js';
import { boardOf, type ChapterItem, type TextMotion } from '../deck-model.js';
import type { ChapterTake } from '../takes/chapter-takes.js';
import { deckOf, formerTexts, invalid, itemsAfter, withChapter, writtenBy } from './chapter-items.js';
import { withoutBellsOfGone } from './chapters.js';

/** Writes the whole deck again from an instruction. Unchanged chapters keep their takes. */
const refine: DeckFold = (board, { args, context: { deck, source } }) => {
  const { instruction, callId } = args as { instruction: string; callId: string };
  const items = itemsAfter(board, writtenBy('instruction', () => refineDeck(source, deckOf(deck.title, board), instruction)), callId);
  return { items, fields: withoutBellsOfGone(boardOf(board).fields, items) };
};

/** Writes another text for a chapter, never one of its former texts. */
const reword: DeckFold = (board, { args, at, context: { deck, source } }) => {
  const { instruction } = args as { instruction: string | null };
  const refused = boardOf(board).items[at!]!.formerTexts;
  return withChapter(board, at!, writtenBy(instruction === null ? 'chapterIndex' : 'instruction', () => otherText(source, deckOf(deck.title, board), at!, { instruction, refused })));
};

/** A component of a chapter, as a caller names it. */
export type ChapterComponent =
  | { kind: 'take'; takeId: string } | { kind: 'line'; entryIndex: number; sentence: number } | { kind: 'text'; text: string }
  | { kind: 'place'; sceneIndex: number } | { kind: 'person'; character: string; size: 'medium' | 'close' } | { kind: 'composition'; composition: Composition };

/** A chapter with other words, as long as they need. Raises `validation_failed` where that is too long for a chapter. */
function fitted(before: ChapterItem, said: Pick<Chapter, 'sentences' | 'lines'>, field: string): Partial<ChapterItem> {
  const needed = neededSeconds(said);
  if (needed > CHAPTER_SECONDS.most) {
    throw invalid(field, `its text and its lines would take ${needed} s; a chapter lasts at most ${CHAPTER_SECONDS.most} s`, { maximum: CHAPTER_SECONDS.most });
  }
  return { ...said, lines: said.lines.map((line) => ({ offsetMs: 0, gainDb: 0, ...line })), durationSeconds: secondsWith(before, said) };
}

function lineNamed({ read: { units } }: DeckSource, { entryIndex, sentence }: { entryIndex: number; sentence: number }): ChapterLine {
  const unit = units.find((one) => one.entryIndex === entryIndex && one.sentence === sentence);
  if (!unit) throw invalid('component.entryIndex', 'the read has no such line', { sentences: units.filter((one) => one.entryIndex === entryIndex).length });
  const { speaker, text, fromMs, toMs } = unit;
  return { entryIndex, sentence, speaker, text, fromMs, toMs };
}

/** A picture of a person of the read, at the entry that the chapter shows. Raises `validation_failed` for an unknown name. */
function personNamed(source: DeckSource, { picture, lines }: ChapterItem, { character, size }: { character: string; size: 'medium' | 'close' }) {
  const people = peopleOf(source);
  const wanted = character.trim().toLowerCase();
  const name = people.find((one) => one.toLowerCase() === wanted || shownName(source, one).toLowerCase() === wanted);
  if (name === undefined) throw invalid('component.character', 'nobody of this name speaks in the read', { people: people.slice(0, 20) });
  const entryIndex = picture?.entryIndex ?? lines[0]?.entryIndex ?? source.read.units[0]?.entryIndex ?? 0;
  return { ...personPicture(source, entryIndex, name, { before: null, sizes: [size] }), size, people: [name] };
}

/** A chosen picture replaces the image of a chapter, and turns a text card into a picture. */
const seen = ({ composition }: ChapterItem, picture: ChapterItem['picture']): Partial<ChapterItem> =>
  ({ picture, image: null, composition: composition === 'text' ? 'image' : composition });

/** What a component changes in a chapter. */
function changeBy(board: BoardContent, at: number, component: Exclude<ChapterComponent, { kind: 'take' }>, { deck, source }: DeckContext): Partial<ChapterItem> {
  const chapter = boardOf(board).items[at]!;
  switch (component.kind) {
    case 'line': {
      const { entryIndex, sentence } = component;
      if (chapter.lines.some((line) => line.entryIndex === entryIndex && line.sentence === sentence)) throw invalid('component.entryIndex', 'this line is heard in the chapter already');
      return fitted(chapter, { sentences: chapter.sentences, lines: [...chapter.lines, lineNamed(source, component)] }, 'component.entryIndex');
    }
    case 'text': return fitted(chapter, { sentences: sentencesOfPerson('edit', component.text), lines: chapter.lines }, 'component.text');
    case 'person': return seen(chapter, personNamed(source, chapter, component));
    case 'place': {
      const scene = source.read.scenes.find(({ index }) => index === component.sceneIndex);
      if (!scene) throw invalid('component.sceneIndex', 'the read has no such scene', { scenes: source.read.scenes.map(({ index }) => index) });
      return seen(chapter, { sceneIndex: scene.index, entryIndex: scene.firstEntry, size: 'place', people: [] });
    }
    case 'composition': {
      const { composition, picture } = composedAs({ source, deck: deckOf(deck.title, board), at }, chapter, component.composition);
      return { composition, picture };
    }
  }
}

/** Puts a component into a chapter. A take restores everything that it shows. */
const applyComponent: DeckFold = (board, { args, at, context }) => {
  const { component, take } = args as { component: ChapterComponent; take: ChapterTake | null };
  if (component.kind !== 'take') return withChapter(board, at!, changeBy(board, at!, component, context));
  const { items } = boardOf(board);
  const chapter = items[at!]!;
  if (take?.itemId !== chapter.id || take.mediaKey === null) throw invalid('component.takeId', 'this chapter has no such take');
  const { takeId, variation, picture, shown } = take;
  return { items: items.with(at!, { ...chapter, ...shown, takeId, variation, picture, trim: null, isKept: false, formerTexts: formerTexts(chapter, shown) }) };
};

/** Shows an image of the project in a chapter, or the chapter's own picture again. An image in a text chapter is shown together with the text. */
const swapImage: DeckFold = (board, { args, at, context: { deck, source } }) => {
  const { image } = args as { image: ItemImage | null };
  const chapter = boardOf(board).items[at!]!;
  const composition = chapter.composition === 'text' && image ? 'both' : chapter.composition;
  const { picture } = composedAs({ source, deck: deckOf(deck.title, board), at: at! }, chapter, composition);
  return withChapter(board, at!, { image, composition, picture });
};

/** Sets how the words of one chapter, or of all chapters, appear. */
const directTextMotion: DeckFold = (board, { args }) => {
  const { motion, chapterIndex } = args as { motion: TextMotion; chapterIndex?: number };
  const { items } = boardOf(board);
  if (chapterIndex !== undefined && chapterIndex >= items.length) {
    throw invalid('chapterIndex', `chapterIndex ${chapterIndex} does not exist: the last is ${items.length - 1}`, { last: items.length - 1 });
  }
  return { items: items.map((item, place) => (chapterIndex === undefined || chapterIndex === place ? { ...item, textMotion: motion } : item)) };
};

/** Edits of what a deck says and shows. */
export const WORD_FOLDS: Readonly<Record<string, DeckFold>> = { refine, reword, applyComponent, swapImage, directTextMotion };
