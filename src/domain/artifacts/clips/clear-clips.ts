import type { Services } from '../../../kernel/services.js';
import { findClipRequest, clipKey, ticketKey } from './clip-store.js';
import { findTicket } from './served-clip.js';

/** Deletes the ticket of a request that has ended. For a failed or cancelled request it also cancels the service's video and deletes the clip. */
export async function clearClip(services: Services, requestId: string): Promise<void> {
  const request = await findClipRequest(services.db, requestId);
  if (!request) return;
  const { subjectId, status } = request;
  const isMade = status === 'READY';
  const known = isMade ? null : await findTicket(services, subjectId, requestId);
  const videos = await services.videos();
  if (known && !videos.embedded) {
    // If the service does not answer, it finishes a video that nobody fetches. The request has ended anyway.
    await videos.cancel(known.ticket).catch((error: Error) => services.log.warn({ error: error.message, requestId }, 'a video was not given up'));
  }
  for (const key of [ticketKey(subjectId, requestId), ...isMade ? [] : [clipKey(subjectId, requestId)]]) await services.store.delete(key);
}
