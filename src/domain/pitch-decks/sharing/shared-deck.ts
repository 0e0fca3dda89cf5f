import { textOf, type ArcStage } from '../../../craft/deck/deck.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import type { MediaFile } from '../../../kernel/storage/media-file.js';
import { boardOf, type DeckRow } from '../deck-model.js';
import { findDeck, findVersion, getDeck, type DeckVersion } from '../deck-store.js';
import type { DeckFile } from '../files/deck-files-store.js';
import { deckTimes } from '../film/deck-times.js';

/** A chapter as the share page shows it. */
export interface SharedChapter {
  title: string; arcStage: ArcStage; text: string; quotes: readonly { speaker: string | null; text: string }[]; startMs: number; endMs: number;
}

/** A published deck for the share page, without any data of the account. */
export interface SharedDeck {
  deckId: string; version: number; title: string; durationMs: number; chapters: readonly SharedChapter[];
  film: MediaFile; captions: { file: MediaFile; language: string } | null; pdf: MediaFile | null;
}

/** The deck of a valid token whose link is open and whose project exists; otherwise null, without telling why. */
async function openDeck({ db, tokens }: Services, token: string): Promise<DeckRow | null> {
  const subject = tokens.read('pitch-deck-share', token)?.subject ?? '';
  const [id = '', serial] = subject.split('.');
  const deck = id ? await findDeck(db, id) : null;
  if (!deck || deck.publishedVersion === null || String(deck.shareSerial) !== serial) return null;
  try {
    return await getDeck(db, deck.accountId, id);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

interface Stored { key: string; sha256: string; byteSize: number; contentType: string; lastModified: Date; filename: string }

const fileOf = ({ store }: Services, { key, sha256, ...file }: Stored): MediaFile => ({ ...file, etag: `"${sha256}"`, open: (range) => store.stream(key, range) });

/** The PDF of a deck, if it shows the content of the version; otherwise null. */
function pdfOf(services: Services, deck: DeckRow, { revision, title, createdAt }: DeckVersion): MediaFile | null {
  const file = (deck.files as Record<string, DeckFile | undefined>)['pdf'];
  if (file?.revision !== revision) return null;
  return fileOf(services, { ...file, contentType: 'application/pdf', lastModified: createdAt, filename: `${title}.pdf` });
}

function captionsOf(services: Services, { film: { captions, sha256 }, title, createdAt }: DeckVersion): SharedDeck['captions'] {
  if (!captions) return null;
  const { key, byteSize, language } = captions;
  const file = { key, byteSize, sha256: `${sha256}-captions`, contentType: 'text/vtt; charset=utf-8', lastModified: createdAt, filename: `${title}.vtt` };
  return { file: fileOf(services, file), language };
}

/** What a share link shows; null for a wrong, expired or closed link. */
export async function findSharedDeck(services: Services, token: string): Promise<SharedDeck | null> {
  const deck = await openDeck(services, token);
  const version = deck && await findVersion(services.db, deck.id, deck.publishedVersion!);
  if (!deck || !version) return null;
  const { film, createdAt } = version;
  const board = boardOf(version.board);
  const { beats } = deckTimes(board);
  return {
    deckId: deck.id, version: version.number, title: version.title, durationMs: film.durationMs,
    chapters: board.items.map((chapter, at) => ({
      title: chapter.title, arcStage: chapter.arcStage, text: textOf(chapter), quotes: chapter.lines.map(({ speaker, text }) => ({ speaker, text })),
      startMs: Math.round(beats[at]!.startMs), endMs: Math.round(beats[at]!.startMs + beats[at]!.durationMs),
    })),
    film: fileOf(services, {
      key: film.mediaKey, sha256: film.sha256, byteSize: film.byteSize, contentType: 'video/mp4', lastModified: createdAt, filename: `${version.title}.mp4`,
    }),
    captions: captionsOf(services, version),
    pdf: pdfOf(services, deck, version),
  };
}
