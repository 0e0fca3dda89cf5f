import { ARC_STAGE_WORDS } from '../../../craft/deck/deck.js';
import type { DeckDocument, DeckPage } from '../../../craft/deck/pages.js';
import type { Services } from '../../../kernel/services.js';
import { deckShareUrl } from '../../artifacts/decks/deck-manifest.js';
import { loadPerformed } from '../../artifacts/mix/performed-read.js';
import { languageOf } from '../../scripts/screenplay-language.js';
import { filmFormat } from '../../storyboards/films/film-making.js';
import { openStage } from '../../storyboards/films/read-stage.js';
import { deckSourceOf } from '../deck-source.js';
import type { ChapterItem, DeckBoard, DeckRow } from '../deck-model.js';
import { firstPicture } from '../film/chapter-shots.js';
import { paletteOf } from './palette.js';
import { sourcesInWords, type NamedOrigins } from './sources-in-words.js';

const UNSPOKEN = { text: null, lines: [] };
/** The length of the shot from which a page takes its picture; it only decides where the camera stands. */
const STILL_MS = 6_000;

/** What the documents of a deck show, with the title that they have. */
export interface ShownDeck { deck: DeckRow; board: DeckBoard; title: string; date: Date }

type Picture = NonNullable<DeckPage['picture']>;

/** Draws the picture of a chapter without its words, with a description of what it shows; null for a text chapter. */
type DrawChapter = (chapter: ChapterItem) => Promise<Picture | null>;

async function chapterPictures(
  services: Services, { deck, board }: ShownDeck, performed: Awaited<ReturnType<typeof loadPerformed>>, signal: AbortSignal,
): Promise<DrawChapter> {
  const stage = await openStage(services, deck, performed, board, { format: filmFormat('16:9', '720p'), signal });
  const { scenes } = performed.screenplay;
  return async (chapter) => {
    if (chapter.composition === 'text') return null;
    const { picture, image } = chapter;
    const people = image ? [] : picture?.people ?? [];
    const place = scenes[picture?.sceneIndex ?? 0]?.heading ?? '';
    const words = image ? `An image for “${chapter.title}”` : people.length > 0 ? `${people.join(' and ')}: ${place}` : place;
    const shown = firstPicture(stage, { ...chapter, composition: 'image', lines: [] }, UNSPOKEN, STILL_MS, board.fields);
    return { svg: await shown.draw(), words };
  };
}

function chapterPage(chapter: ChapterItem, at: number, picture: Picture | null, named: NamedOrigins, shareUrl: string | null): DeckPage {
  return {
    id: `chapter-${at + 1}`, kind: 'chapter', title: chapter.title, kicker: ARC_STAGE_WORDS[chapter.arcStage],
    sentences: chapter.sentences.map(({ text, origins }) => ({ text, sources: sourcesInWords(origins, named) })),
    quotes: chapter.lines.map(({ speaker, text }) => ({ speaker, text })), picture, composition: picture ? chapter.composition : 'text',
    url: shareUrl && `${shareUrl}?chapter=${at + 1}`,
  };
}

function closingPage({ board: { fields: { closingSequence } }, title }: ShownDeck, shareUrl: string | null): DeckPage {
  return {
    id: 'closing', kind: 'closing', title: closingSequence.words ?? title, kicker: null, quotes: [], picture: null, composition: 'text', url: shareUrl,
    sentences: closingSequence.contact === null ? [] : [{ text: closingSequence.contact, sources: ['written by the producer'] }],
  };
}

/** A deck as its documents show it: a page for its title, one for each chapter, and its end. Throws `MakingFailed` when its read is gone. */
export async function deckDocument(services: Services, shown: ShownDeck, signal: AbortSignal): Promise<DeckDocument> {
  const { deck, board, title, date } = shown;
  const performed = await loadPerformed(services, deck.artifactId, deck.readRevision);
  const [source, draw] = [await deckSourceOf(services, deck), await chapterPictures(services, shown, performed, signal)];
  const labels = new Map(source.texts.map(({ sourceId, label }) => [sourceId, label]));
  const scenes = new Map(source.screenplay.entries.map(({ index, sceneIndex }) => [index, sceneIndex]));
  const named = { labelOf: (id: string) => labels.get(id) ?? null, sceneOf: (entry: number) => scenes.get(entry) ?? null };
  const shareUrl = deckShareUrl(services, deck);
  const chapters: DeckPage[] = [];
  for (const [at, chapter] of board.items.entries()) chapters.push(chapterPage(chapter, at, await draw(chapter), named, shareUrl));
  const opening = chapters.find(({ picture }) => picture !== null)?.picture ?? null;
  const first: DeckPage = {
    id: 'title', kind: 'title', title, kicker: null, sentences: [], quotes: [], picture: opening, composition: opening ? 'both' : 'text', url: shareUrl,
  };
  const last = board.fields.closingSequence.isShown ? [closingPage(shown, shareUrl)] : [];
  return {
    title, byline: performed.screenplay.author ?? null, language: await languageOf(performed.screenplay), date,
    palette: paletteOf(source.plan.visualSystem.palette), pages: [first, ...chapters, ...last],
  };
}
