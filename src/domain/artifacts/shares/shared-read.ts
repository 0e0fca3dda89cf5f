import { randomBytes } from 'node:crypto';
import type { Services } from '../../../kernel/services.js';
import { findShare, type ShareRow } from './share-store.js';
import { spokenIn } from '../performance/performed-part.js';
import { findCurrentRead, type CurrentRead } from '../read-store.js';
import type { RoomContent } from '../performance/room-streams.js';
import { getScreenplay } from '../../scripts/screenplay-store.js';

/** A read as shown by one link: the read's own link (`share` null), or a script's link, which may show only a part. */
export interface SharedRead extends RoomContent {
  /** The read; its `shareExpiresAt` is the time at which this link closes. */
  read: CurrentRead;
  /** The token with which the link opens. */
  token: string;
  share: ShareRow | null;
}

type Lookup = Pick<Services, 'db' | 'store' | 'tokens'>;

/** Expiry of the tokens of script links. The row of the share decides when a link closes; with a constant expiry, refreshing a link does not change it. */
const TOKEN_END = new Date('9999-01-01T00:00:00Z');

/** The token of a script's share, derived from the share's id alone. */
export const scriptShareToken = ({ tokens }: Pick<Services, 'tokens'>, shareId: string): string =>
  tokens.sign('script-share', shareId, TOKEN_END);

async function ofArtifact({ db, tokens }: Lookup, artifactId: string, revision: number | null): Promise<SharedRead | null> {
  const read = await findCurrentRead(db, artifactId, revision);
  return read && { read, token: tokens.sign('share', artifactId, read.shareExpiresAt), part: null, lineCount: read.spokenCount, share: null };
}

/** The read that an open share of a script shows; `revision` overrides the revision of a whole read. Null when the read is deleted. */
export async function findReadOfShare(services: Lookup, share: ShareRow, revision: number | null = null): Promise<SharedRead | null> {
  const found = await findCurrentRead(services.db, share.artifactId, share.part.revision ?? revision);
  if (!found) return null;
  const { range } = share.part;
  const lineCount = range ? spokenIn(await getScreenplay(services.store, found.scriptKey), range) : found.spokenCount;
  return { read: { ...found, shareExpiresAt: share.expiresAt }, token: scriptShareToken(services, share.id), part: range, lineCount, share };
}

/** The read behind the token of a player page; null when the token is forged, unknown or expired, or the read is deleted. */
export async function findReadByShareToken(services: Lookup, token: string): Promise<SharedRead | null> {
  const ofRead = services.tokens.read('share', token);
  if (ofRead) return ofArtifact(services, ofRead.subject, null);
  const ofScript = services.tokens.read('script-share', token);
  const share = ofScript && await findShare(services.db, ofScript.subject);
  return share ? findReadOfShare(services, share) : null;
}

/** The content of a room: the mix with this key, which later changes of the lanes do not affect, or the voices alone (null). */
export interface RoomRead extends SharedRead { mixKey: string | null }

/** A new room of a read; it closes with the link. Its id begins with the time at which it was opened. */
export function newRoom(
  { tokens }: Pick<Services, 'tokens'>, { read, share, mixKey }: Pick<RoomRead, 'read' | 'share' | 'mixKey'>,
): { roomId: string; roomToken: string } {
  const roomId = `${Date.now().toString(16)}-${randomBytes(10).toString('hex')}`;
  const of = share ? `${share.id}:${read.artifactId}` : read.artifactId;
  return { roomId, roomToken: tokens.sign('room', `${of}:${read.revision}${mixKey === null ? '' : `.${mixKey}`}:${roomId}`, read.shareExpiresAt) };
}

const OPENED_AT = /^([0-9a-f]{9,12})-/;

/** The id of the room that a token opens and when it was opened; null for an invalid token. */
export function roomOf({ tokens }: Pick<Services, 'tokens'>, roomToken: string): { roomId: string; openedAt: Date } | null {
  const roomId = tokens.read('room', roomToken)?.subject.split(':').at(-1);
  if (roomId === undefined) return null;
  return { roomId, openedAt: new Date(Number.parseInt(OPENED_AT.exec(roomId)?.[1] ?? '0', 16)) };
}

/**
 * The read that a room plays, or null. A room of a script's share plays the part that the share shows now (of a whole read, the revision with which the room
 * was opened), and closes when the share shows another read.
 */
export async function findReadByRoomToken(services: Lookup, roomToken: string): Promise<RoomRead | null> {
  const parts = services.tokens.read('room', roomToken)?.subject.split(':') ?? [];
  const [state, mixKey = null] = parts.at(-2)?.split('.') ?? [];
  const [revision, artifactId, shareId] = [Number(state), parts.at(-3), parts.at(-4)];
  if (!artifactId || !Number.isInteger(revision)) return null;
  const share = shareId ? await findShare(services.db, shareId) : null;
  if (shareId && share?.artifactId !== artifactId) return null;
  const shared = share ? await findReadOfShare(services, share, revision) : await ofArtifact(services, artifactId, revision);
  return shared && { ...shared, mixKey };
}

/** Whether the link behind a room is still open; a room of a read's own link stays open with its token. */
export async function isRoomLinkOpen({ db, tokens }: Pick<Services, 'db' | 'tokens'>, roomToken: string): Promise<boolean> {
  const parts = tokens.read('room', roomToken)?.subject.split(':');
  if (!parts) return false;
  const shareId = parts.at(-4);
  return !shareId || (await findShare(db, shareId))?.artifactId === parts.at(-3);
}
