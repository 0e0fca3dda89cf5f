import Type from 'typebox';
import { COMPOSITIONS } from '../../src/craft/deck/deck.js';
import { TEXT_MOTIONS, type ShownChapter } from '../../src/domain/pitch-decks/deck-model.js';
import type { ChapterComponent } from '../../src/domain/pitch-decks/folds/words.js';
import { TAKE_KIND } from '../../src/domain/pitch-decks/takes/chapter-takes.js';
import { imageNamed } from '../../src/domain/storyboards/named.js';
import { findTake } from '../../src/domain/storyboards/takes/take.js';
import { closed, Id, nullable, oneOf } from '../../src/kernel/contract/models.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { MAX_ITEMS } from '../../src/kernel/families/storyboards/storyboard.js';
import { fold, reorder, type EditRow } from '../families/storyboard-edits.js';
import type { Access, Sent } from '../families/subject.js';
import { CHAPTER_CHOICES } from './schemas.js';

const BUY: Access = { scopes: ['artifact:publish'], idempotency: 'accepted' };
const chapter = { noun: 'chapter' as const };
const Index = (description: string, maximum = 100_000) => Type.Integer({ minimum: 0, maximum, description });
const Place = (description: string) => Index(description, MAX_ITEMS);
const Words = (most: number, description: string) => Type.String({ minLength: 1, maxLength: most, pattern: VISIBLE, description });
const instructed = 'rules follow it or it is refused';

const Component = Type.Union([
  closed({ kind: Type.Literal('take'), takeId: Type.String({ minLength: 1, maxLength: 80, description: 'A take of this chapter, which brings back what it shows' }) }),
  closed({ kind: Type.Literal('line'), entryIndex: Index('A line of the read, heard after those that are there'), sentence: Index('Which part of it, from 0') }),
  closed({ kind: Type.Literal('text'), text: Words(600, 'In the place of its text, in exactly these words') }),
  closed({ kind: Type.Literal('place'), sceneIndex: Index('A scene of the read: its place is seen') }),
  closed({ kind: Type.Literal('person'), character: Words(120, 'Who is seen, as the read names the person'), size: oneOf(['medium', 'close']) }),
  closed({ kind: Type.Literal('composition'), composition: oneOf(COMPOSITIONS, { description: 'What fills the picture' }) }),
], { description: 'What is put into the chapter' });

const COMPONENT_EFFECTS = {
  'component.kind': 'what is put in', 'component.takeId': 'which take is seen', 'component.text': 'what it says', 'component.character': 'who is seen',
};

const optional = Object.fromEntries(Object.entries(CHAPTER_CHOICES).map(([name, schema]) => [name, Type.Optional(schema)]));
const CHOICE_EFFECTS = {
  title: 'its title', arcStage: 'where it stands in the story', focus: 'what it is about', durationSeconds: 'how long it lasts', textMode: 'spoken or printed', composition: 'what fills the picture',
  cutIntoNext: 'how it passes into the next',
};

/** The fields of a chapter that a person inserts into a deck. */
const Inserted = closed({
  ...optional, text: Type.Optional(Words(600, 'What it says, in exactly these words; without it, something of the sources or the read that the deck does not say yet')),
  kind: Type.Optional(oneOf(['world', 'people', 'scene', 'synopsis', 'look'], { description: 'What it is about when no text is sent: a scene if nothing is sent; a person by the title' })),
});

const WORDS: readonly EditRow[] = [
  fold('/storyboard/refine', 'refine', { body: { instruction: Words(400, 'What the deck is to be like, in words') } }, {
    id: 'refinePitchDeck', summary: 'Write a pitch deck again by an instruction', example: { instruction: 'less text' },
    description: 'Followed whole or refused, naming what was not understood: shorter, longer, 90 seconds, more of somebody, without somebody or something, less or more text, more or fewer lines, '
      + 'end on a question. Chapters that stay keep their takes. Free.', effects: { instruction: instructed },
    args: ({ body, callId }) => ({ ...body, callId }),
  }),
  fold('/storyboard/regenerate-text', 'reword', { ...chapter, body: { instruction: Type.Optional(Words(400, 'What the text is to be like; without it, the next best one')) } }, {
    id: 'regeneratePitchDeckText', summary: 'Choose another text for a chapter of a pitch deck', access: BUY, example: { chapterIndex: 0 },
    description: 'Of the sources and the read, with where it comes from; never one that it had, and nothing that the deck says elsewhere. The words of people are not replaced. Free; its clip is to '
      + 'be rendered again.', effects: { instruction: instructed },
    args: ({ body }) => ({ instruction: body.instruction ?? null }),
  }),
  fold('/storyboard/apply-component', 'applyComponent', { ...chapter, body: { component: Component } }, {
    id: 'applyPitchDeckComponent', summary: 'Put a component into a chapter of a pitch deck', example: { chapterIndex: 2, component: { kind: 'place', sceneIndex: 0 } },
    description: 'A take, a line of the read, a text, a place, a person, or another composition. The chapter lasts as long as it then needs.', effects: COMPONENT_EFFECTS,
    async find({ db }, { body }) {
      const component = body.component as ChapterComponent;
      return component.kind === 'take' ? findTake<ShownChapter>(db, TAKE_KIND, component.takeId) : null;
    },
    args: ({ body, found }) => ({ component: body.component, take: found }),
  }),
  fold('/storyboard/swap-library', 'swapImage', { ...chapter, body: { imageId: nullable(Id) } }, {
    id: 'swapPitchDeckImage', summary: 'Show an image of the project in a chapter of a pitch deck', example: { chapterIndex: 3, imageId: null },
    description: 'In the place of the stage; null shows the stage again.',
    find: async (services, { row, body }) => (body.imageId === null ? null : imageNamed(services, row.projectId, body.imageId as string)),
    args: ({ found }) => ({ image: found }),
  }),
  fold('/storyboard/direct-text-motion', 'directTextMotion', {
    body: { motion: oneOf(TEXT_MOTIONS), chapterIndex: Type.Optional(Place('Counted from 0; all chapters if nothing is sent')) },
  }, {
    id: 'directPitchDeckText', summary: 'Direct how the words of a pitch deck come', example: { motion: 'by_sentence' },
    description: 'At once, rising, sentence by sentence as they are spoken, or typed.', effects: { chapterIndex: 'the words of this chapter alone' },
  }),
];

const CHAPTERS: readonly EditRow[] = [
  fold('/chapters/insert', 'insertChapter', { body: { chapterIndex: Place('Before which chapter it comes; their number: at the end'), chapter: Inserted } }, {
    id: 'insertPitchDeckChapter', summary: 'Insert a chapter into a pitch deck', example: { chapterIndex: 1, chapter: { title: 'Why now', text: 'The lights are going out along this coast.' } },
    description: 'What is not sent is chosen by its place. It lasts as long as its text and its lines need.',
    effects: Object.fromEntries(Object.entries({ ...CHOICE_EFFECTS, text: 'what it says', kind: 'what it is about' }).map(([name, effect]) => [`chapter.${name}`, effect])),
    args: ({ body, callId }) => ({ ...body, callId }),
  }),
  fold('/chapters/remove', 'removeChapter', { ...chapter, body: {} }, {
    id: 'removePitchDeckChapter', summary: 'Remove a chapter from a pitch deck', example: { chapterIndex: 1 }, description: 'With its bells. A deck keeps at least one chapter.',
  }),
  reorder('/chapters/reorder', chapter, { id: 'reorderPitchDeckChapters', summary: 'Reorder the chapters of a pitch deck' }),
  fold('/chapters/refine', 'refineOneChapter', { ...chapter, body: { ...optional, instruction: Type.Optional(Words(400, 'What it is to be like, in words')) } }, {
    id: 'refinePitchDeckChapter', summary: 'Change a chapter of a pitch deck', example: { chapterIndex: 1, title: 'The island', durationSeconds: 20 },
    description: 'What is sent is changed first, then the instruction is followed, whole or not at all: shorter, longer, another text, another line, no line, close on somebody, show the place, '
      + 'text only, 12 seconds, voice-over or caption.', effects: { ...CHOICE_EFFECTS, instruction: instructed },
    least: 2, find: async (_services, { body }) => requireChange(body),
  }),
  fold('/chapters/{chapterIndex}/drop-line', 'dropLine', { ...chapter, body: { lineIndex: Type.Optional(Index('Among the lines of the chapter; the last if nothing is sent')) } }, {
    id: 'dropPitchDeckLine', summary: 'Take a line of the read out of a chapter', effects: { lineIndex: 'which line goes' }, example: { lineIndex: 0 },
    description: 'It is heard no more; the chapter lasts as long as it then needs.',
  }),
];

/** Raises `validation_failed` for an empty change. */
function requireChange({ chapterIndex: _place, ...change }: Sent): void {
  if (Object.keys(change).length > 0) return;
  throw new ApiError('validation_failed', `send an instruction, or at least one of ${Object.keys(CHAPTER_CHOICES).join(', ')}`, { field: 'body' });
}

/** Edits of the words and chapters of pitch decks. */
export const wordRows: readonly EditRow[] = [...WORDS, ...CHAPTERS];
