import type { LiveEvent, LiveStart, RoomAudio, RoomClock } from '../kernel/contract/live.js';
import type { DrawnPicture, MediaFile } from '../kernel/storage/media-file.js';
import type { ReadPage, RoomPage } from './view.js';

/**
 * The data that pages get from the domain. Every method returns null for a token that is expired, unknown, revoked or malformed, without
 * telling which. Implementations check the token on each call.
 */
export interface PageSource {
  findReadByToken(token: string): Promise<ReadPage | null>;
  roomByToken(roomToken: string): Promise<RoomPage | null>;
  /**
   * Events of a room: one `line` per voiced line in order, starting after `lastEntryIndex` (null: from the first), and then new ones as they come; `state` at
   * the start and whenever it changes; `end` last when the room is complete, also when it was complete before the call. Ends without `end`, and without an
   * error, when the performance fails, the link closes or the signal aborts.
   */
  roomEvents(roomToken: string, lastEntryIndex: number | null, signal: AbortSignal): Promise<AsyncIterable<LiveEvent> | null>;
  /** The room's clock. A `listenerId` counts as a listener; null does not. */
  roomClock(roomToken: string, listenerId: string | null): Promise<RoomClock | null>;
  roomAudio(roomToken: string): Promise<RoomAudio | null>;
  /** Opens a room whose clock begins at the first line. May throw an `ApiError`. */
  startLive(token: string): Promise<LiveStart | null>;
  /** A file of the read, by its public name such as `recording.mp3`; null also for a name that does not exist. */
  media(token: string, name: string): Promise<MediaFile | null>;
  /**
   * A drawn picture of the read behind a share or room token, by its public name (`scene-<index>.svg`, `bust-<seat>.svg`,
   * `face-<seat>.svg`, `cover.svg`; a seat is an index into `cast`); null also for a name that does not exist.
   */
  picture(token: string, name: string): Promise<DrawnPicture | null>;
}
