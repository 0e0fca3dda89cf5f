import { LIVE_CONTENT_TYPE, LIVE_FRAME_BYTES, LIVE_FRAME_MS, LIVE_MIX_FRAME_BYTES } from '../../craft/audio/live-encoder.js';
import type { AudioFrames, RoomAudio } from '../../kernel/contract/live.js';
import { liveMixKeyOf, type LiveMixFeed } from '../../domain/artifacts/live-mix/live-mix-feed.js';
import { findLiveMix, type LiveMixRow } from '../../domain/artifacts/live-mix/live-mix-store.js';
import { mixChunks, mixFile } from '../../domain/artifacts/live-mix/room-mix.js';
import { performanceKeyOf, type PerformanceFeed } from '../../domain/artifacts/performance/performance-feed.js';
import { findHearableStart, findPerformance, listPerformedLines } from '../../domain/artifacts/performance/performance-store.js';
import type { RoomListeners } from '../../domain/artifacts/performance/room-listeners.js';
import { findLineWords } from '../../domain/artifacts/performance/performed-words.js';
import { roomChunks, roomEvents } from '../../domain/artifacts/performance/room-streams.js';
import { performedFile } from '../../domain/artifacts/shares/listening-copy.js';
import { findReadByRoomToken, isRoomLinkOpen, roomOf, type RoomRead } from '../../domain/artifacts/shares/shared-read.js';
import type { Services } from '../../kernel/services.js';
import { getScreenplay } from '../../domain/scripts/screenplay-store.js';
import { wordClock } from '../word-clock.js';
import type { PageSource } from '../source.js';

const FRAMES: AudioFrames = { byteSize: LIVE_FRAME_BYTES, lengthMs: LIVE_FRAME_MS };
const MIX_FRAMES: AudioFrames = { byteSize: LIVE_MIX_FRAME_BYTES, lengthMs: LIVE_FRAME_MS };

/** The live data that rooms follow. */
export interface LiveFeeds { performances: PerformanceFeed; mixes: LiveMixFeed }

/** Time for the first sound to reach a listener; a room's clock begins this long after its first line could be heard. */
const ROOM_LEAD_MS = 400;

/** Passes on the views of a performance until the link of the room closes, so that a revoked link is silent from the next line on. */
async function* whileOpen<T>(services: Services, roomToken: string, views: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const view of views) {
    if (!await isRoomLinkOpen(services, roomToken)) return;
    yield view;
  }
}

/** The mix that a room plays. Null when it plays the plain voices: it has no mix, the mix could not be made, or the link now shows another part. */
export async function findRoomMix({ db }: Pick<Services, 'db'>, { read: { artifactId, revision }, part, mixKey }: RoomRead): Promise<LiveMixRow | null> {
  const row = mixKey === null ? null : await findLiveMix(db, { artifactId, revision, mixKey });
  if (!row || (row.status === 'FAILED' && !row.completedAt)) return null;
  return row.firstEntry === (part?.firstEntry ?? null) && row.lastEntry === (part?.lastEntry ?? null) ? row : null;
}

/** The streams of a room: its events, its clock and its audio. Every call checks its token again. */
export function roomStreams(
  services: Services, feeds: LiveFeeds, listeners: RoomListeners,
): Pick<PageSource, 'roomEvents' | 'roomClock' | 'roomAudio'> {
  const { db, store } = services;

  function mixAudio(roomToken: string, row: LiveMixRow): RoomAudio {
    if (row.completedAt) return { complete: true, frames: MIX_FRAMES, file: mixFile(services, row, row.completedAt) };
    return {
      complete: false, frames: MIX_FRAMES, contentType: LIVE_CONTENT_TYPE,
      open: (signal, fromByte) => mixChunks(services, whileOpen(services, roomToken, feeds.mixes.follow(liveMixKeyOf(row), signal)), fromByte),
    };
  }

  return {
    async roomEvents(roomToken, lastEntryIndex, signal) {
      const shared = await findReadByRoomToken(services, roomToken);
      if (!shared) return null;
      const { entries } = await getScreenplay(store, shared.read.scriptKey);
      const views = whileOpen(services, roomToken, feeds.performances.follow(performanceKeyOf(shared.read), signal));
      return roomEvents(views, shared, lastEntryIndex, async (line) => {
        const entry = entries.find(({ index }) => index === line.entryIndex);
        const found = entry && await findLineWords(store, entry, line);
        return found ? wordClock(found.words) : null;
      });
    },

    async roomClock(roomToken, listenerId) {
      const [shared, room] = [await findReadByRoomToken(services, roomToken), roomOf(services, roomToken)];
      if (!shared || !room) return null;
      const mix = await findRoomMix(services, shared);
      const { now, startedAt } = mix ? { now: mix.now, startedAt: mix.hearableAt }
        : await findHearableStart(db, shared.read.artifactId, shared.read.revision, shared.part);
      const begun = startedAt && new Date(Math.max(startedAt.getTime(), room.openedAt.getTime()) + ROOM_LEAD_MS);
      return { startedAt: begun?.toISOString() ?? null, now: now.toISOString(), listeners: listeners.count(room.roomId, listenerId) };
    },

    async roomAudio(roomToken): Promise<RoomAudio | null> {
      const shared = await findReadByRoomToken(services, roomToken);
      if (!shared) return null;
      const { artifactId, revision } = shared.read;
      const mix = await findRoomMix(services, shared);
      if (mix) return mixAudio(roomToken, mix);
      const row = await findPerformance(db, artifactId, revision);
      const file = row && performedFile(services, shared, row, shared.part ? await listPerformedLines(db, artifactId, revision) : []);
      if (file) return { complete: true, frames: FRAMES, file };
      return {
        complete: false, frames: FRAMES, contentType: LIVE_CONTENT_TYPE,
        open: (signal, fromByte) => roomChunks(
          whileOpen(services, roomToken, feeds.performances.follow(performanceKeyOf(shared.read), signal)), shared, (key) => store.get(key), fromByte),
      };
    },
  };
}
