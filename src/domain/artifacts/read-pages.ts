import { LIVE_CONTENT_TYPE, LIVE_FRAME_BYTES, LIVE_FRAME_MS } from '../../audio/live-encoder.js';
import type { AudioFrames, ByteRange, LiveEvent, MediaFile, PageSource, RoomAudio, RoomStateEvent } from '../../pages/source.js';
import { pagePaths } from '../../pages/paths.js';
import type { ReadPage, ReadProgress, RoomPage, RoomStage } from '../../pages/view.js';
import { detectLanguage } from '../../narrative/reading/language.js';
import { speakerOf, type Screenplay } from '../../screenplay/model.js';
import type { Services } from '../../services.js';
import { findFinalize } from './finalize-store.js';
import { openRoom } from './live-start.js';
import { isOver, type PerformanceFeed, type PerformanceView } from './performance-feed.js';
import { findPerformance, performedLines, type PerformanceRow, type PerformedLine } from './performance-store.js';
import { performanceAudioKey } from './performance-keys.js';
import { findCurrentRead, findThesis, type CurrentRead } from './read-lookup.js';
import { artOf, backdropOf, picturedCast, pictureOf } from './read-pictures.js';
import { shareState, blurbOf } from './share-state.js';
import { getScreenplay } from './screenplay-store.js';

/** Words enough to tell a language. */
const LANGUAGE_SAMPLE_CHARS = 4_000;

/** The reader tells English from the rest and no more; `und` is the tag for a language that is not known. */
function languageOf(screenplay: Screenplay): string {
  const words = screenplay.entries.filter(({ kind }) => kind !== 'scene_heading').map(({ text }) => text).join('\n');
  return detectLanguage(words.slice(0, LANGUAGE_SAMPLE_CHARS)) === 'en' ? 'en' : 'und';
}

function progressOf(row: PerformanceRow | null, read: CurrentRead, completedLines = row?.performedCount ?? 0): ReadProgress {
  return { completedLines, totalLines: read.spokenCount, nextAttemptAt: row?.nextAttemptAt?.toISOString() ?? null };
}

interface Room { read: CurrentRead; roomToken: string }

const FRAMES: AudioFrames = { byteSize: LIVE_FRAME_BYTES, lengthMs: LIVE_FRAME_MS };

function stageOf(row: PerformanceRow | null): RoomStage {
  if (!row || row.status === 'queued') return 'opening';
  if (row.status === 'performing') return row.performedCount === 0 ? 'opening' : 'performing';
  return row.status;
}

function stateEvent({ row, lines }: PerformanceView, total: number): RoomStateEvent {
  return {
    type: 'state', stage: stageOf(row), completedLines: lines.length, totalLines: total,
    nextAttemptAt: row?.nextAttemptAt?.toISOString() ?? null,
  };
}

function timedEntries(screenplay: Screenplay, lines: readonly PerformedLine[]): ReadPage['entries'] {
  const times = new Map(lines.map((line) => [line.entryIndex, line]));
  return screenplay.entries.map((entry) => ({
    index: entry.index, sceneIndex: entry.sceneIndex, kind: entry.kind, character: speakerOf(entry, screenplay.narrationPolicy),
    parenthetical: entry.parenthetical ?? null, text: entry.text,
    startMs: times.get(entry.index)?.startMs ?? null, endMs: times.get(entry.index)?.endMs ?? null,
  }));
}

/** Serves the players and live rooms from Postgres and the media store. Every call checks its token again. */
export function readPages(services: Services, feed: PerformanceFeed): PageSource {
  const { pool, db, store, tokens } = services;

  async function sharedRead(token: string): Promise<CurrentRead | null> {
    const share = tokens.read('share', token);
    return share ? findCurrentRead(pool, share.subject) : null;
  }

  async function roomOf(roomToken: string): Promise<Room | null> {
    const room = tokens.read('room', roomToken);
    const [artifactId, revision] = room?.subject.split(':') ?? [];
    const read = artifactId && revision ? await findCurrentRead(pool, artifactId, Number(revision)) : null;
    return read ? { read, roomToken } : null;
  }

  async function page(read: CurrentRead, token: string, lines: readonly PerformedLine[], durationMs: number | null): Promise<ReadPage> {
    const [screenplay, thesis, art] = await Promise.all([getScreenplay(store, read.scriptKey), findThesis(pool, read.jobId), artOf(services, read)]);
    const recorded = durationMs !== null;
    return {
      token, state: read.spokenCount === 0 ? 'empty' : 'ready', progress: null, requestId: read.requestId, title: read.title,
      author: null, blurb: blurbOf(thesis), language: languageOf(screenplay), mode: screenplay.mode,
      scenes: screenplay.scenes.map((scene) => ({ ...scene, backdrop: backdropOf(art, token, scene.index) })),
      entries: timedEntries(screenplay, lines),
      cast: picturedCast(art, token, screenplay, read.voiceMap),
      cover: { url: pagePaths.picture(token, 'cover.svg'), alt: `Cover of ${read.title}` },
      durationMs, audioUrl: recorded ? pagePaths.media(token, 'recording.mp3') : null, vttUrl: recorded ? pagePaths.captions(token) : null,
      startLiveUrl: pagePaths.startLive(), expiresAt: read.shareExpiresAt.toISOString(), indexable: false, previewImageUrl: null,
    };
  }

  async function recordingOf(read: CurrentRead) {
    const finalize = await findFinalize(db, read.artifactId, read.revision);
    return finalize?.status === 'complete' ? finalize : null;
  }

  return {
    async readByToken(token) {
      const read = await sharedRead(token);
      if (!read) return null;
      const recording = await recordingOf(read);
      if (recording) return page(read, token, await performedLines(db, read.artifactId, read.revision), recording.durationMs);
      const row = await findPerformance(db, read.artifactId, read.revision);
      const state = shareState(read.spokenCount, row, new Date());
      return { ...await page(read, token, [], null), state, progress: state === 'ready' ? null : progressOf(row, read) };
    },

    async roomByToken(roomToken): Promise<RoomPage | null> {
      const room = await roomOf(roomToken);
      if (!room) return null;
      const { read } = room;
      const row = await findPerformance(db, read.artifactId, read.revision);
      const lines = await performedLines(db, read.artifactId, read.revision);
      const token = tokens.sign('share', read.artifactId, read.shareExpiresAt);
      return {
        roomToken, read: { ...await page(read, token, lines, null), durationMs: row?.status === 'complete' ? row.durationMs : null },
        stage: stageOf(row),
        progress: progressOf(row, read, lines.length),
        audioUrl: pagePaths.roomAudio(roomToken), eventsUrl: pagePaths.roomEvents(roomToken), audioFrameMs: LIVE_FRAME_MS,
      };
    },

    async roomEvents(roomToken, lastEntryIndex, signal) {
      const room = await roomOf(roomToken);
      return room ? events(feed.follow(room.read.artifactId, room.read.revision, signal), lastEntryIndex, room.read.spokenCount) : null;
    },

    async roomAudio(roomToken): Promise<RoomAudio | null> {
      const room = await roomOf(roomToken);
      if (!room) return null;
      const { artifactId, revision } = room.read;
      const row = await findPerformance(db, artifactId, revision);
      if (row?.status === 'complete') {
        const key = performanceAudioKey(artifactId, revision);
        return { complete: true, frames: FRAMES, file: mediaFile(key, row.byteSize, `"${artifactId}-r${revision}-${row.byteSize}"`, row.completedAt!) };
      }
      return {
        complete: false, frames: FRAMES, contentType: LIVE_CONTENT_TYPE,
        open: (signal, fromByte) => chunks(feed.follow(artifactId, revision, signal), (key) => store.get(key), fromByte),
      };
    },

    async startLive(token) {
      const read = await sharedRead(token);
      return read ? openRoom(services, read) : null;
    },

    picture: async (token, name) => pictureOf(services, await sharedRead(token) ?? (await roomOf(token))?.read ?? null, name),

    async media(token, name) {
      const read = name === 'recording.mp3' ? await sharedRead(token) : null;
      const recording = read ? await recordingOf(read) : null;
      if (!read || !recording) return null;
      return { ...mediaFile(recording.mediaKey!, recording.byteSize!, `"${recording.sha256}"`, recording.completedAt!), filename: `${read.title}.mp3` };
    },
  };

  function mediaFile(key: string, byteSize: number, etag: string, lastModified: Date): MediaFile {
    return { byteSize, etag, contentType: 'audio/mpeg', lastModified, open: (range?: ByteRange) => store.stream(key, range) };
  }
}

async function* events(views: AsyncIterable<PerformanceView>, lastEntryIndex: number | null, total: number): AsyncGenerator<LiveEvent> {
  let sent = 0;
  let shown = '';
  for await (const view of views) {
    const state = stateEvent(view, total);
    const mark = JSON.stringify(state);
    if (mark !== shown) yield state;
    shown = mark;
    for (const line of view.lines.slice(sent)) {
      sent++;
      if (lastEntryIndex !== null && line.entryIndex <= lastEntryIndex) continue;
      const { entryIndex, sceneIndex, character, startMs, endMs } = line;
      yield { type: 'line', entryIndex, sceneIndex, character, startMs, endMs };
    }
    if (view.row?.status === 'complete') yield { type: 'end', durationMs: view.row.durationMs ?? 0 };
    if (isOver(view.row)) return;
  }
}

/** The stream from a byte on. Each listener reads at its own pace: the next chunk is fetched when the last one has been taken. */
async function* chunks(
  views: AsyncIterable<PerformanceView>, read: (key: string) => Promise<Uint8Array>, fromByte: number,
): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const view of views) {
    for (const line of view.lines.slice(sent)) {
      sent++;
      const skipped = Math.max(0, fromByte - line.byteStart);
      if (line.byteSize > skipped) yield (await read(line.chunkKey)).subarray(skipped);
    }
    if (isOver(view.row)) return;
  }
}
