import { LIVE_CONTENT_TYPE, LIVE_FRAME_BYTES, LIVE_FRAME_MS } from '../../craft/audio/live-encoder.js';
import type { AudioFrames, RoomAudio } from '../../kernel/contract/live.js';
import type { PerformanceFeed } from '../../domain/artifacts/performance/performance-feed.js';
import { findHearableStart, findPerformance, listPerformedLines } from '../../domain/artifacts/performance/performance-store.js';
import type { RoomListeners } from '../../domain/artifacts/performance/room-listeners.js';
import { roomChunks, roomEvents } from '../../domain/artifacts/performance/room-streams.js';
import { performedFile } from '../../domain/artifacts/shares/listening-copy.js';
import { findReadByRoomToken, isRoomLinkOpen, roomOf } from '../../domain/artifacts/shares/shared-read.js';
import type { Services } from '../../kernel/services.js';
import type { PageSource } from '../source.js';

const FRAMES: AudioFrames = { byteSize: LIVE_FRAME_BYTES, lengthMs: LIVE_FRAME_MS };

/** Time for the first sound to reach a listener; a room's clock begins this long after its first line could be heard. */
const ROOM_LEAD_MS = 400;

/** The views of a performance until the link of the room closes, so that a revoked link is silent at its next line. */
async function* whileOpen<T>(services: Services, roomToken: string, views: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const view of views) {
    if (!await isRoomLinkOpen(services, roomToken)) return;
    yield view;
  }
}

/** What a room sends while it is heard: events, its clock, its audio. Every call checks its token again. */
export function roomStreams(
  services: Services, feed: PerformanceFeed, listeners: RoomListeners,
): Pick<PageSource, 'roomEvents' | 'roomClock' | 'roomAudio'> {
  const { db, store } = services;
  return {
    async roomEvents(roomToken, lastEntryIndex, signal) {
      const shared = await findReadByRoomToken(services, roomToken);
      return shared && roomEvents(whileOpen(services, roomToken, feed.follow(shared.read.artifactId, shared.read.revision, signal)), shared, lastEntryIndex);
    },

    async roomClock(roomToken, listenerId) {
      const [shared, room] = [await findReadByRoomToken(services, roomToken), roomOf(services, roomToken)];
      if (!shared || !room) return null;
      const { now, startedAt } = await findHearableStart(db, shared.read.artifactId, shared.read.revision, shared.part);
      const begun = startedAt && new Date(Math.max(startedAt.getTime(), room.openedAt.getTime()) + ROOM_LEAD_MS);
      return { startedAt: begun?.toISOString() ?? null, now: now.toISOString(), listeners: listeners.count(room.roomId, listenerId) };
    },

    async roomAudio(roomToken): Promise<RoomAudio | null> {
      const shared = await findReadByRoomToken(services, roomToken);
      if (!shared) return null;
      const { artifactId, revision } = shared.read;
      const row = await findPerformance(db, artifactId, revision);
      const file = row && performedFile(services, shared, row, shared.part ? await listPerformedLines(db, artifactId, revision) : []);
      if (file) return { complete: true, frames: FRAMES, file };
      return {
        complete: false, frames: FRAMES, contentType: LIVE_CONTENT_TYPE,
        open: (signal, fromByte) => roomChunks(
          whileOpen(services, roomToken, feed.follow(artifactId, revision, signal)), shared, (key) => store.get(key), fromByte),
      };
    },
  };
}
