import { createWriteStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { deckPdf, type PictureMaking } from '../../../craft/deck/documents/pdf/deck-pdf.js';
import { plainNotes } from '../../../craft/deck/documents/plain-notes.js';
import { deckPptx } from '../../../craft/deck/documents/pptx/deck-pptx.js';
import { zipOf, type ArchivedFile } from '../../../craft/deck/documents/zip.js';
import type { DeckDocument } from '../../../craft/deck/pages.js';
import { captionsOf } from '../../../craft/film/captions-of.js';
import { rasterise } from '../../../craft/images/raster.js';
import { findStoryboard } from '../../../kernel/families/storyboards/storyboard-store.js';
import type { Services } from '../../../kernel/services.js';
import { sha256Of } from '../../../kernel/storage/file-hash.js';
import { MakingFailed, type Making } from '../../../kernel/works/step.js';
import { inRenderFolder } from '../../artifacts/finalize/render-folder.js';
import { putObjectOf } from '../../storyboards/objects.js';
import type { RenderedFilm } from '../../storyboards/boarded-film.js';
import { boardOf, deckSubject } from '../deck-model.js';
import { findDeck, findVersion } from '../deck-store.js';
import { DECK_TYPE } from '../deck-type.js';
import { deckDocument, type ShownDeck } from './deck-document.js';
import type { DeckFileInput } from './deck-file-input.js';
import { DECK_FILE_KIND, type DeckFile } from './deck-files-store.js';

const PICTURE_PX = 1_920;
/** Largest film for a slide; the whole file is in memory while the slides are written. */
const MOST_SLIDE_FILM_BYTES = 48 * 1_024 * 1_024;

interface Found extends ShownDeck { film: RenderedFilm | null; revision: number }

/** The current deck, or one of its versions, with the finished film that shows the same. */
async function find({ db }: Services, { subjectId, version }: DeckFileInput): Promise<Found> {
  const deck = await findDeck(db, subjectId);
  if (!deck) throw new MakingFailed('the pitch deck is gone', 'artifact_not_ready');
  if (version !== null) {
    const kept = await findVersion(db, deck.id, version);
    if (!kept) throw new MakingFailed('the version is gone', 'artifact_not_ready');
    return { deck, board: boardOf(kept.board), title: kept.title, date: kept.createdAt, film: kept.film, revision: kept.revision };
  }
  const stored = await findStoryboard(db, deckSubject(deck));
  if (!stored) throw new MakingFailed('the pitch deck is gone', 'artifact_not_ready');
  const film = deck.film?.revision === stored.revision ? deck.film : null;
  return { deck, board: boardOf(stored), title: deck.title, date: stored.updatedAt, film, revision: stored.revision };
}

/** Draws the pictures of a deck, each once however many documents show it. */
async function pictureMaking(services: Services, signal: AbortSignal): Promise<PictureMaking & { signal: AbortSignal }> {
  const ffmpeg = await services.ffmpeg();
  const drawn = new Map<string, Promise<Buffer>>();
  return {
    signal,
    rasterise(svg) {
      const picture = drawn.get(svg) ?? rasterise(ffmpeg, { svg, widthPx: PICTURE_PX, format: 'jpeg', signal });
      drawn.set(svg, picture);
      return picture;
    },
  };
}

interface Room { folder: string; making: Awaited<ReturnType<typeof pictureMaking>> }

/** The slides of a deck; a finished film that is not too large plays on the first slide. */
async function slides({ store }: Services, document: DeckDocument, film: RenderedFilm | null, { folder, making }: Room): Promise<Uint8Array> {
  const picture = document.pages.find((page) => page.picture !== null)?.picture;
  if (!film || !picture || film.byteSize > MOST_SLIDE_FILM_BYTES) return deckPptx(document, making);
  const file = await store.toLocalFile(film.mediaKey, path.join(folder, 'slide.mp4'));
  return deckPptx(document, { ...making, clip: { path: file, poster: await making.rasterise(picture.svg) } });
}

const numbered = (at: number): string => String(at + 1).padStart(2, '0');

/** The captions of a film by the ending of their file: those that were stored with the film where there are some, the others from its track. */
async function captionFiles(services: Services, { captions: kept }: RenderedFilm, filmPath: string, signal: AbortSignal): Promise<Record<string, string>> {
  const inTrack = await captionsOf(await services.ffmpeg(), filmPath, signal);
  return { ...inTrack, ...kept && { vtt: (await services.store.get(kept.key)).toString('utf8') } };
}

/** The files of a version's archive: its film with captions, its documents, texts and pictures. */
async function archive(services: Services, document: DeckDocument, film: RenderedFilm, room: Room): Promise<ArchivedFile[]> {
  const { folder, making } = room;
  const filmPath = await services.store.toLocalFile(film.mediaKey, path.join(folder, 'film.mp4'));
  const { title, pages } = document;
  const captions = await captionFiles(services, film, filmPath, making.signal);
  const pictures = pages.filter(({ kind, picture }) => kind === 'chapter' && picture !== null);
  const bytes = (name: string, make: () => Promise<Uint8Array>): ArchivedFile => ({ name, open: make });
  return [
    bytes(`${title}.mp4`, () => readFile(filmPath)),
    ...Object.entries(captions).map(([ending, text]) => bytes(`${title}.${ending}`, () => Promise.resolve(Buffer.from(text)))),
    bytes(`${title}.pdf`, () => deckPdf(document, making)), bytes(`${title}.pptx`, () => slides(services, document, null, room)),
    bytes('notes.md', () => Promise.resolve(Buffer.from(plainNotes(document)))),
    ...pictures.map((page, at) => bytes(`frames/${numbered(at)} ${page.title}.jpg`, () => making.rasterise(page.picture!.svg))),
  ];
}

/** Makes a file of a deck and stores it. Throws `MakingFailed` when the deck, its version or its read is gone. */
export async function makeDeckFile(services: Services, input: DeckFileInput, { signal, note }: Making): Promise<DeckFile> {
  const { format, shows, version } = input;
  const { film, revision, ...shown } = await find(services, input);
  return inRenderFolder(services, signal, async (folder) => {
    const document = await deckDocument(services, shown, signal);
    const room = { folder, making: await pictureMaking(services, signal) };
    const file = path.join(folder, `deck.${format}`);
    if (format === 'pdf') await writeFile(file, await deckPdf(document, room.making));
    else if (format === 'pptx') await writeFile(file, await slides(services, document, film, room));
    else await pipeline(Readable.from(zipOf(await archive(services, document, film!, room), document.date)), createWriteStream(file), { signal });
    await note({ stage: 'finishing' });
    const [sha256, { size: byteSize }] = [await sha256Of(file), await stat(file)];
    await services.faults.reach('render.before_rename', DECK_FILE_KIND);
    const key = await putObjectOf(services, DECK_TYPE, shown.deck, `deck-${sha256.slice(0, 24)}.${format}`, file);
    return { format, key, shows, revision, version, byteSize, sha256, pages: document.pages.length };
  }, 'documents');
}
