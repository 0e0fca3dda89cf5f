import { ARC_STAGE_WORDS, textOf } from '../../../craft/deck/deck.js';
import { chapterCardSvg, chapterOverSvg, closingSvg, interludeSvg, titleSequenceSvg, type ChapterCard } from '../../../craft/deck/picture/cards.js';
import type { WordPlace } from '../../../craft/deck/picture/grammar.js';
import { cardParts, textPassings, WHOLE_CARD, type CardPart } from '../../../craft/deck/picture/text-motion.js';
import type { HeldShot, Passing, Picture } from '../../../craft/film/film.js';
import { coverSpecOf } from '../../artifacts/pictures/read-pictures.js';
import { heldOf, type FilmStage } from '../../storyboards/films/stage-shots.js';
import type { ChapterItem, DeckFields } from '../deck-model.js';

const GROUND: CardPart = { ground: true, head: false, words: null, quotes: false };

const paletteOf = ({ read }: FilmStage): readonly string[] => coverSpecOf(read.art).scene.palette;

/** A text card, or one part of it. */
function cardPicture(stage: FilmStage, card: ChapterCard, part: CardPart): Picture {
  const { canvas } = stage.pictures;
  const palette = paletteOf(stage);
  // JSON has no `Infinity`, which stands for the last word, so the key needs a flag for it.
  return stage.pictures.kept('deck-card', [card, canvas, palette, part, part.words?.[1] === Infinity], () => chapterCardSvg(card, canvas, palette, part));
}

function overPicture({ pictures }: FilmStage, words: { kicker: string; title: string; text: string }, part: CardPart, place: WordPlace): Picture {
  const { canvas } = pictures;
  return pictures.kept('deck-over', [words, canvas, part, part.words?.[1] === Infinity, ...(place === 'low' ? [] : [place])],
    () => chapterOverSvg(words, canvas, part, place));
}

const cardOf = (chapter: ChapterItem): ChapterCard =>
  ({ kicker: ARC_STAGE_WORDS[chapter.arcStage], title: chapter.title, text: textOf(chapter),
    quotes: chapter.lines.map(({ speaker, text }) => ({ speaker, text })) });

/** The complete card of a text chapter, with all its words. */
export const wholeCard = (stage: FilmStage, chapter: ChapterItem): Picture => cardPicture(stage, cardOf(chapter), WHOLE_CARD);

/** A text chapter: an empty card, over which the words appear. Lines heard in the chapter are quoted. */
export function textCard(stage: FilmStage, chapter: ChapterItem, durationMs: number): HeldShot {
  const { textMotion } = chapter;
  const card = cardOf(chapter);
  const parts = cardParts(textMotion, card).filter(({ part }) => !part.ground || part.head || part.words !== null || part.quotes);
  const shown = parts.map(({ part, words }) => ({ shown: cardPicture(stage, card, { ...part, ground: false }), words }));
  return { ...heldOf(cardPicture(stage, card, GROUND), durationMs), passing: textPassings(textMotion, shown, durationMs) };
}

/** The words over the pictures of a chapter: its text where it is printed, its title where pictures and text are shown together. */
export function textOver(stage: FilmStage, chapter: ChapterItem, durationMs: number, place: WordPlace): Passing[] {
  const { title, textMode, textMotion, composition } = chapter;
  const isBoth = composition === 'both';
  if (!isBoth && textMode === 'voiceover') return [];
  const words = { kicker: '', title: isBoth ? title : '', text: textOf(chapter) };
  const parts = cardParts(textMotion, words).map(({ part, words: count }) => ({ shown: overPicture(stage, words, part, place), words: count }));
  return textPassings(textMotion, parts, durationMs);
}

/** The title of a deck. */
export function titleCard(stage: FilmStage): Picture {
  const { pictures, read, title } = stage;
  const { byline = '' } = coverSpecOf(read.art);
  const palette = paletteOf(stage);
  const words = { title, kicker: 'A pitch deck', byline };
  return pictures.kept('deck-title', [words, pictures.canvas, palette], () => titleSequenceSvg(words, pictures.canvas, palette));
}

/** The card before a chapter. */
export function interludeCard(stage: FilmStage, { title, arcStage }: ChapterItem, at: number): Picture {
  const palette = paletteOf(stage);
  const words = { number: at + 1, title, arcStage };
  return stage.pictures.kept('deck-interlude', [words, stage.pictures.canvas, palette], () => interludeSvg(words, stage.pictures.canvas, palette));
}

/** The last card of a deck. */
export function closingCard(stage: FilmStage, { words, contact }: DeckFields['closingSequence']): Picture {
  const palette = paletteOf(stage);
  const card = { title: stage.title, words: words ?? '', contact: contact ?? '' };
  return stage.pictures.kept('deck-closing', [card, stage.pictures.canvas, palette], () => closingSvg(card, stage.pictures.canvas, palette));
}
