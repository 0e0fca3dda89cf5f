import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import { findStoryboard } from '../../../kernel/families/storyboards/storyboard-store.js';
import type { Services } from '../../../kernel/services.js';
import { ENDED } from '../../../kernel/works/model.js';
import { requestFreeWork } from '../../../kernel/works/request.js';
import { findPlan } from '../../plans/plan-store.js';
import { fileUrlOf } from '../../storyboards/files.js';
import type { Addressed } from '../../storyboards/views.js';
import { deckShareUrl } from '../../artifacts/decks/deck-manifest.js';
import { deckSubject, type DeckRow } from '../deck-model.js';
import { findDeck } from '../deck-store.js';
import { DECK_TYPE } from '../deck-type.js';
import { deckFileKind } from './deck-file-kind.js';
import { DECK_FORMATS, fileSlot, findFileWorks, nextRound, type DeckFile, type DeckFormat, type FileWork } from './deck-files-store.js';

export const FILE_STATUSES = ['rendering', 'ready', 'failed'] as const;

/** A document of the current deck, or the archive of a version. */
export type WantedFile = { format: 'pdf' | 'pptx'; version: null } | { format: 'zip'; version: number };

const filesOf = ({ files }: Pick<DeckRow, 'files'>): Record<string, DeckFile> => files as Record<string, DeckFile>;

/** Equal for files with equal content: what the deck says, and where its links lead. */
function showsOf(services: Addressed, deck: DeckRow, boardRevision: number, { version }: WantedFile): string {
  const film = version === null && deck.film?.revision === boardRevision ? deck.film.sha256 : null;
  const shown = version === null ? [boardRevision, deck.title, film] : [version];
  return createHash('sha256').update(canonicalJson([...shown, deckShareUrl(services, deck)])).digest('hex').slice(0, 24);
}

/** The `DeckFile` of the API. */
export function viewFile(services: Addressed, deck: DeckRow, file: DeckFile) {
  const { format, version, key, byteSize, sha256, pages, revision } = file;
  return { format, version, url: fileUrlOf(services, DECK_TYPE, deck, key), byteSize, sha256, pages, revision };
}

/** The finished documents of a deck; `stale` marks those of an older storyboard. */
export const viewDocuments = (services: Addressed, deck: DeckRow, revision: number) => Object.values(filesOf(deck)).filter(({ version }) => version === null)
  .sort((one, next) => DECK_FORMATS.indexOf(one.format) - DECK_FORMATS.indexOf(next.format))
  .map((file) => {
    const { version: _version, ...shown } = viewFile(services, deck, file);
    return { ...shown, stale: file.revision !== revision };
  });

/** How far an archive is: nobody has asked for it, or as for any file. */
export const ARCHIVE_STATUSES = ['not_made', ...FILE_STATUSES] as const;

export interface Archive { status: (typeof ARCHIVE_STATUSES)[number]; file: DeckFile | null; failureMessage: string | null }

export interface OrderedFile { status: (typeof FILE_STATUSES)[number]; file: DeckFile | null; failureMessage: string | null }

/** How far the work on a file is; `file` is the one that is there meanwhile. */
function stateOf({ status, failureMessage }: Pick<FileWork, 'status' | 'failureMessage'>, file: DeckFile | null): OrderedFile {
  if (!ENDED.includes(status)) return { status: 'rendering', file, failureMessage: null };
  return status === 'READY' ? { status: 'ready', file, failureMessage: null } : { status: 'failed', file, failureMessage };
}

/** The archives of these versions as they are known from the newest order for each; a failed order leaves an earlier archive in its place. */
export async function archivesOf({ db }: Pick<Services, 'db'>, deck: DeckRow, versions: readonly number[]): Promise<Map<number, Archive>> {
  const works = await findFileWorks(db, deck.id, versions.map((version) => fileSlot({ format: 'zip', version })));
  return new Map(versions.map((version) => {
    const slot = fileSlot({ format: 'zip', version });
    const [work, file] = [works.get(slot), filesOf(deck)[slot] ?? null];
    return [version, work && work.status !== 'READY' ? stateOf(work, file) : { status: file ? 'ready' : 'not_made', file, failureMessage: null }];
  }));
}

/** Finds a document of the current deck or the archive of a version, or orders it unless an order is open. A failed file is made again. Files are free. */
export async function orderFile(services: Services, deck: DeckRow, wanted: WantedFile, requestId: string): Promise<OrderedFile> {
  const { db } = services;
  const boardRevision = (await findStoryboard(db, deckSubject(deck)))?.revision ?? 0;
  const [slot, shows] = [fileSlot(wanted), showsOf(services, deck, boardRevision, wanted)];
  const made = filesOf(deck)[slot];
  if (made?.shows === shows) return { status: 'ready', file: made, failureMessage: null };
  const round = nextRound((await findFileWorks(db, deck.id, [slot])).get(slot), shows);
  const { format, version } = wanted;
  const { work } = await requestFreeWork(services, deckFileKind, {
    accountId: deck.accountId, projectId: deck.projectId, subjectId: deck.id, requestId, label: `${format.toUpperCase()} of a pitch deck: ${deck.title}`,
    // Every document and archive of a deck has revisions of its own.
    revision: numberOf(format, version, round), format, slot, round, shows, boardRevision, version,
  });
  return stateOf(work, ENDED.includes(work.status) ? filesOf(await findDeck(db, deck.id) ?? deck)[slot] ?? null : null);
}

/** Orders the PDF of a finished deck, if the deck's plan asks for one. */
export async function orderPlannedPdf(services: Services, deckId: string): Promise<void> {
  const deck = await findDeck(services.db, deckId);
  const plan = deck && deck.deckArtifactId !== null && deck.planId !== null ? await findPlan(services.db, deck.planId) : null;
  const isWanted = plan?.request.artifactRequests.some((one) => 'includePdf' in one && one.includePdf) ?? false;
  if (deck && isWanted) await orderFile(services, deck, { format: 'pdf', version: null }, deck.requestId);
}

const MOST_VERSIONS = 1_000;

/** A work revision that no other file of the deck has. */
const numberOf = (format: DeckFormat, version: number | null, round: number): number =>
  (round * MOST_VERSIONS + (version ?? 0)) * DECK_FORMATS.length + DECK_FORMATS.indexOf(format);
