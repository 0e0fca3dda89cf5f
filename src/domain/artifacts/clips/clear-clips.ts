import type { Services } from '../../../kernel/services.js';
import { findClipRequest, clipKey, ticketKey } from './clip-store.js';
import { findTicket } from './served-clip.js';

/** Forgets the ticket of a request that has ended. What a service still makes for one that failed or was cancelled is given up, and its clip deleted. */
export async function clearClip(services: Services, requestId: string): Promise<void> {
  const request = await findClipRequest(services.db, requestId);
  if (!request) return;
  const { subjectId, status } = request;
  const isMade = status === 'READY';
  const known = isMade ? null : await findTicket(services, subjectId, requestId);
  const videos = await services.videos();
  if (known && !videos.embedded) {
    // A service that does not answer makes a video that nobody fetches; the work has ended all the same.
    await videos.cancel(known.ticket).catch((error: Error) => services.log.warn({ error: error.message, requestId }, 'a video was not given up'));
  }
  for (const key of [ticketKey(subjectId, requestId), ...isMade ? [] : [clipKey(subjectId, requestId)]]) await services.store.delete(key);
}
