import Type from 'typebox';
import { textOf } from '../../src/craft/deck/deck.js';
import { boardOf } from '../../src/domain/pitch-decks/deck-model.js';
import { withRevision, type GatedDeck } from '../../src/domain/pitch-decks/deck-gates.js';
import { findVersion, listVersions, type DeckVersion } from '../../src/domain/pitch-decks/deck-store.js';
import { duplicateDeck } from '../../src/domain/pitch-decks/life/duplicate.js';
import { ARCHIVE_STATUSES, archivesOf, orderFile, viewFile, type Archive } from '../../src/domain/pitch-decks/files/order-file.js';
import { deckTimes } from '../../src/domain/pitch-decks/film/deck-times.js';
import { listWatched } from '../../src/domain/pitch-decks/sharing/views-store.js';
import { DECK_TYPE } from '../../src/domain/pitch-decks/deck-type.js';
import { fileUrlOf } from '../../src/domain/storyboards/files.js';
import { closed, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { created } from '../../src/kernel/http/operations/answers.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import type { Services } from '../../src/kernel/services.js';
import { familyOperation, READ_ACCESS, WRITE_ACCESS } from '../families/subject.js';
import { deckAnswer, deckPath } from './deck-path.js';
import { fileAnswer, PitchDeckFileEnvelope } from './files.js';
import { PitchDeckEnvelope } from './schemas.js';

const Count = Type.Integer({ minimum: 0 });
const Url = Type.String({ format: 'uri', description: 'Takes no key; holds for a day or two' });
const VersionNumber = Type.Integer({ minimum: 1, maximum: 999 });

const VERSION = {
  number: VersionNumber, title: Type.String(), revision: Type.Integer({ minimum: 1, description: 'Of the storyboard' }), createdAt: Timestamp,
  isPublished: Type.Boolean({ description: 'The share page shows it' }),
  video: closed({ url: Url, durationMs: Count, byteSize: Count, lufs: Type.Number() }),
  archive: nullable(closed({ url: Url, byteSize: Count, sha256: Type.String() }), { description: 'The ZIP of everything, once it is made' }),
  archiveStatus: oneOf(ARCHIVE_STATUSES, { description: 'How far the ZIP is. `failed`: `POST …/zip` makes it again' }),
  archiveFailureMessage: nullable(Type.String({ description: 'Why the ZIP could not be made' })),
};
const Version = closed(VERSION);
const VersionChapter = closed({
  index: Count, title: Type.String(), text: Type.String(), startMs: Count, durationMs: Count,
  watched: closed({
    begun: Type.Integer({ minimum: 0, description: 'Visits of the share page that began it' }), seen: Type.Integer({ minimum: 0, description: 'Visits that saw it to its end' }),
  }, { description: 'Counted without anything about the visitors' }),
});
const PitchDeckVersionList = model('PitchDeckVersionList', 'The versions of a pitch deck, the newest first.', closed({ versions: Type.Array(Version) }));
const PitchDeckVersionEnvelope = model('PitchDeckVersionEnvelope', 'A pitch deck as it was finished.', closed({ version: closed({ ...VERSION, chapters: Type.Array(VersionChapter) }) }));
const PitchDeckDuplicateRequest = model('PitchDeckDuplicateRequest', 'What to copy, and the title of the copy.', closed({
  version: Type.Optional(VersionNumber), title: Type.Optional(Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' })),
}), { title: 'The Light at Corran Head, for broadcasters' });

function viewVersion(services: Services, row: GatedDeck, { number, title, revision, createdAt, film }: DeckVersion, { status, file, failureMessage }: Archive) {
  const made = file && viewFile(services, row, file);
  return {
    number, title, revision, createdAt: createdAt.toISOString(), isPublished: row.publishedVersion === number,
    video: {
      url: fileUrlOf(services, DECK_TYPE, row, film.mediaKey), durationMs: film.durationMs, byteSize: film.byteSize, lufs: Math.round(film.lufs * 10) / 10,
    },
    archive: made && { url: made.url, byteSize: made.byteSize, sha256: made.sha256 }, archiveStatus: status, archiveFailureMessage: failureMessage,
  };
}

async function viewVersions(services: Services, row: GatedDeck, versions: readonly DeckVersion[]) {
  const archives = await archivesOf(services, row, versions.map(({ number }) => number));
  return versions.map((version) => viewVersion(services, row, version, archives.get(version.number)!));
}

async function requireVersion({ db }: Services, row: GatedDeck, params: Record<string, unknown>): Promise<DeckVersion> {
  const version = await findVersion(db, row.id, params['number'] as number);
  if (!version) throw new ApiError('story_job_not_found', 'the pitch deck has no such version');
  return version;
}

async function chaptersOf({ db }: Services, row: GatedDeck, { number, board: content }: DeckVersion) {
  const board = boardOf(content);
  const { beats } = deckTimes(board);
  const watched = await listWatched(db, row.id, number);
  return board.items.map((chapter, index) => ({
    index, title: chapter.title, text: textOf(chapter), startMs: Math.round(beats[index]!.startMs), durationMs: Math.round(beats[index]!.durationMs),
    watched: watched.get(index) ?? { begun: 0, seen: 0 },
  }));
}

const ofVersion = { params: closed({ number: VersionNumber }) };

/** The versions of pitch decks, and copies of them. */
export const deckVersionOperations: Operation[] = [
  familyOperation(deckPath, {
    id: 'getPitchDeckVersions', method: 'GET', path: '/versions', ...READ_ACCESS, summary: 'List the versions of a pitch deck',
    description: 'One for each film that was finished, the newest first. A copy of a version is edited on: `POST …/duplicate` with its number.', response: { 200: PitchDeckVersionList },
    async handle({ row }, services) {
      return { versions: await viewVersions(services, row, await listVersions(services.db, row.id)) };
    },
  }),
  familyOperation(deckPath, {
    id: 'getPitchDeckVersion', method: 'GET', path: '/versions/{number}', ...READ_ACCESS, summary: 'Read a version of a pitch deck',
    description: 'Its film and its chapters, and how far it is watched on the share page.', request: ofVersion, response: { 200: PitchDeckVersionEnvelope },
    async handle({ row, params }, services) {
      const version = await requireVersion(services, row, params);
      const [shown] = await viewVersions(services, row, [version]);
      return { version: { ...shown, chapters: await chaptersOf(services, row, version) } };
    },
  }),
  familyOperation(deckPath, {
    id: 'archivePitchDeckVersion', method: 'POST', path: '/versions/{number}/zip', ...WRITE_ACCESS, summary: 'Make an archive of a version of a pitch deck',
    description: 'A ZIP with its film and captions, its PDF and its slides, the words with their sources as `notes.md`, and the pictures of its chapters; free. One that is made is answered at once.',
    request: ofVersion, response: { 200: PitchDeckFileEnvelope, 202: PitchDeckFileEnvelope },
    async handle({ row, params, requestId }, services) {
      const { number } = await requireVersion(services, row, params);
      const wanted = { format: 'zip' as const, version: number };
      return fileAnswer(services, row, wanted, await orderFile(services, row, wanted, requestId));
    },
  }),
  familyOperation(deckPath, {
    id: 'duplicatePitchDeck', method: 'POST', path: '/duplicate', ...WRITE_ACCESS, mints: 'pitchDeck', summary: 'Copy a pitch deck',
    description: 'A deck of its own with the chapters and settings of this one as it is, or of a version: so an earlier version is edited on. It begins at its plan; its takes are made anew.',
    effects: { version: 'what is copied; without it the deck as it is', title: 'the title of the copy' },
    request: { body: PitchDeckDuplicateRequest }, response: { 201: PitchDeckEnvelope },
    async handle({ row, body, actor, resourceId, requestId }, services) {
      const { version = null, title = null } = body as { version?: number; title?: string };
      const copy = await duplicateDeck(services, row, { id: resourceId, version, title: title && title.trim(), createdBy: actor.keyId, requestId });
      return created(await deckAnswer(services, await withRevision(services, copy)));
    },
  }),
];
