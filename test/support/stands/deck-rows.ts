import { CHAPTER_SECONDS, type Chapter } from '../../../src/craft/deck/deck.js';
import { writeDeck } from '../../../src/craft/deck/writer/write-deck.js';
import { insertDeck } from '../../../src/domain/artifacts/decks/deck-rows-store.js';
import { boardOf, chapterItem, DEFAULT_FIELDS, deckSubject, shownIn, shownKey, type DeckStatus } from '../../../src/domain/pitch-decks/deck-model.js';
import { deckSourceOf } from '../../../src/domain/pitch-decks/deck-source.js';
import { findDeck, insertVersion } from '../../../src/domain/pitch-decks/deck-store.js';
import { DECK_TYPE } from '../../../src/domain/pitch-decks/deck-type.js';
import { TAKE_KIND, type ChapterTake } from '../../../src/domain/pitch-decks/takes/chapter-takes.js';
import type { RenderedFilm } from '../../../src/domain/storyboards/boarded-film.js';
import { objectKeyOf } from '../../../src/domain/storyboards/objects.js';
import { takeIdOf } from '../../../src/domain/storyboards/takes/take.js';
import { newId } from '../../../src/kernel/db/ids.js';
import { addCandidates, insertRequest } from '../../../src/kernel/families/candidates/candidate-store.js';
import { applyOwnEdit, findStoryboard, openStoryboard } from '../../../src/kernel/families/storyboards/storyboard-store.js';
import type { Services } from '../../../src/kernel/services.js';
import { workIdOf } from '../../../src/kernel/works/ids.js';
import { insertWorkRow } from '../work-rows.js';

export interface DeckOf { accountId: string; projectId: string; artifactId: string }

/** Inserts one take for each chapter and shows it there, as the work of a draft does. The bytes of a take's files are its id. */
async function insertTakes({ db, store }: Services, deckId: string, accountId: string): Promise<void> {
  const deck = (await findDeck(db, deckId))!;
  const board = boardOf((await findStoryboard(db, deckSubject(deck)))!);
  const requestId = newId('chapterTake');
  const takes = board.items.map((chapter, at): ChapterTake => {
    const takeId = takeIdOf(requestId, at);
    return {
      takeId, itemId: chapter.id, key: shownKey(deck, board.fields, chapter), variation: chapter.variation, picture: chapter.picture, shown: shownIn(chapter),
      mediaKey: objectKeyOf(DECK_TYPE, deck, `${takeId}.mp4`), frameKey: objectKeyOf(DECK_TYPE, deck, `${takeId}.jpg`), durationMs: chapter.durationSeconds * 1_000,
      byteSize: takeId.length, defects: [],
    };
  });
  for (const { takeId, mediaKey, frameKey } of takes) for (const key of [mediaKey!, frameKey]) await store.put(key, takeId);
  const work = { workId: workIdOf(TAKE_KIND, requestId), kind: TAKE_KIND, projectId: deck.projectId };
  await insertWorkRow(db, { ...work, accountId, subjectId: requestId, status: 'READY' });
  await insertRequest(db, { ...work, id: requestId }, {
    subject: { type: DECK_TYPE.type, id: deckId }, wanted: takes.length, brief: { purpose: 'draft', itemIds: board.items.map(({ id }) => id), instruction: null },
  });
  await addCandidates(db, requestId, 0, takes);
  const edit = { kind: 'fold' as const, name: 'showTakes', at: null, args: { takes } };
  await db.transaction((tx) => applyOwnEdit(tx, deckSubject(deck), { id: `${requestId}-shown`, edit, by: requestId }, 'chapter'));
}

const film = (deckId: string, name: string, revision: number): RenderedFilm => ({
  mediaKey: objectKeyOf(DECK_TYPE, { id: deckId }, `${name}.mp4`), sha256: 'a'.repeat(64), byteSize: 4, durationMs: 70_000,
  soundKey: objectKeyOf(DECK_TYPE, { id: deckId }, `${name}.m4a`), soundBytes: 4, lufs: -16, voicesLufs: -20, ceilingDb: -2, gainDb: 0, revision,
});

const CAPTIONS = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nThe light is out.\n';

/** The phases of a deck, in their order. */
export type DeckPhase = 'plan' | 'storyboard' | 'draft' | 'review' | 'finished' | 'published';
const WAY: readonly (readonly [DeckPhase, readonly DeckStatus[]])[] = [
  ['storyboard', ['drawing', 'storyboard']], ['draft', ['drafting', 'draft']], ['review', ['review']], ['finished', ['finishing', 'finished']], ['published', ['published']],
];

/** The chapters of decks, by what they are written from. */
const written = new Map<string, readonly Chapter[]>();

/** The chapters of a deck of a read. They are written once for all reads with the same words. */
async function chaptersOf(services: Services, of: DeckOf & { readRevision: number; planId: null; title: string }): Promise<readonly Chapter[]> {
  const source = await deckSourceOf(services, of);
  const words = JSON.stringify(source).replaceAll(of.artifactId, '');
  if (!written.has(words)) written.set(words, writeDeck(source, { seed: 'rows' }).chapters);
  return written.get(words)!;
}

/**
 * Inserts the rows of a deck of a performed read in a phase of its life, without a run. With `isBrief` the deck has two short chapters and no title or
 * closing sequence, so that its film costs little.
 */
export async function insertDeckIn(
  services: Services, { accountId, projectId, artifactId }: DeckOf, phase: DeckPhase, { isBrief = false } = {},
): Promise<string> {
  const { db, store } = services;
  const id = newId('pitchDeck');
  const of = { accountId, artifactId, readRevision: 1, projectId, planId: null, title: 'The Light at Corran Head' };
  await insertDeck(db, { ...of, id, deckArtifactId: null, createdBy: 'key_test', requestId: 'req_test_0001' });
  const items = (await chaptersOf(services, of)).map((chapter, at) => chapterItem(chapter, `${id}-${at}`));
  const { titleSequence, closingSequence } = DEFAULT_FIELDS;
  const short = items.slice(0, 2).map((item) => ({ ...item, durationSeconds: CHAPTER_SECONDS.least, trim: { fromMs: 0, toMs: 1_000 } }));
  const bare = { ...DEFAULT_FIELDS, titleSequence: { ...titleSequence, isShown: false }, closingSequence: { ...closingSequence, isShown: false } };
  await openStoryboard(db, { type: DECK_TYPE.type, id, projectId }, isBrief ? short : items, isBrief ? bare : { ...DEFAULT_FIELDS });
  for (const [reached, statuses] of WAY.slice(0, WAY.findIndex(([name]) => name === phase) + 1)) {
    if (reached === 'draft') await insertTakes(services, id, accountId);
    const stored = (await findStoryboard(db, { type: DECK_TYPE.type, id }))!;
    for (const status of statuses) await db.query('UPDATE pitch_decks SET status = $2 WHERE id = $1', [id, status]);
    if (reached === 'draft') {
      await store.put(film(id, 'draft', stored.revision).mediaKey, 'film');
      await db.query('UPDATE pitch_decks SET draft = $2, approved_revision = $3 WHERE id = $1', [id, JSON.stringify(film(id, 'draft', stored.revision)), stored.revision]);
    }
    if (reached !== 'finished') continue;
    const captionsKey = objectKeyOf(DECK_TYPE, { id }, 'film.vtt');
    await store.put(captionsKey, CAPTIONS);
    const made = { ...film(id, 'film', stored.revision), captions: { key: captionsKey, byteSize: CAPTIONS.length, language: 'en' } };
    await store.put(made.mediaKey, 'film');
    await db.query('UPDATE pitch_decks SET film = $2 WHERE id = $1', [id, JSON.stringify(made)]);
    await insertVersion(db, id, { revision: stored.revision, title: of.title, board: { items: stored.items, fields: stored.fields }, film: made });
  }
  if (phase === 'published') await db.query(`UPDATE pitch_decks SET published_version = 1, share_expires_at = date_trunc('second', now()) + interval '30 days' WHERE id = $1`, [id]);
  return id;
}
