import { setTimeout as sleep } from 'node:timers/promises';
import { answeredFailure, ProviderFailure } from '../../../craft/failures.js';
import { rasterise, recoded } from '../../../craft/images/raster.js';
import { CLIP_FORMAT } from '../../../craft/video/clip-format.js';
import type { VideoService } from '../../../craft/video/port.js';
import type { Services } from '../../../kernel/services.js';
import { ObjectMissing } from '../../../kernel/storage/port.js';
import type { ClipMaking } from './clip-making.js';
import { CLIP_KIND, ticketKey } from './clip-store.js';

/** The ticket that a service gave for a request, and when. */
interface StoredTicket { ticket: string; startedAt: string }

/** Pauses between polls: short at first, then ten seconds each. */
const POLLS_MS = [1_000, 2_000, 3_000, 5_000, 10_000];

/** The ticket of a request, or null. */
export async function findTicket({ store }: Pick<Services, 'store'>, artifactId: string, requestId: string): Promise<StoredTicket | null> {
  try {
    return JSON.parse((await store.get(ticketKey(artifactId, requestId))).toString('utf8')) as StoredTicket;
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

/** A video to request from a service: its prompt, and its first picture as SVG or as an image that a service made. */
export interface WantedVideo { prompt: string; firstFrame: string | Buffer; seconds: number }

async function begun(
  service: VideoService, { services, request: { id, subjectId }, signal }: ClipMaking, { prompt, firstFrame, seconds }: WantedVideo,
): Promise<StoredTicket> {
  const { widthPx, heightPx } = CLIP_FORMAT;
  const ffmpeg = await services.ffmpeg();
  const jpeg = typeof firstFrame === 'string' ? await rasterise(ffmpeg, { svg: firstFrame, widthPx, format: 'jpeg', signal })
    : await recoded(ffmpeg, firstFrame, { widthPx, heightPx, format: 'jpeg' }, signal);
  const ticket = await service.start({ requestId: id, prompt, firstFrame: jpeg, seconds, widthPx, heightPx }, signal);
  const stored = { ticket, startedAt: new Date().toISOString() };
  await services.store.put(ticketKey(subjectId, id), JSON.stringify(stored));
  await services.faults.reach('clips.begun', CLIP_KIND);
  return stored;
}

/**
 * Has a service make a video and waits for it. The ticket is stored before the first poll, so that another attempt, in any process, polls with the same
 * ticket and pays for no second video. Returns the ticket of the finished video. Throws `ProviderFailure`, final for a video that the service refuses or does
 * not finish in time, and `ProviderBackoff`.
 */
export async function servedVideo(service: VideoService, making: ClipMaking, wanted: WantedVideo): Promise<string> {
  const { services, request: { id, subjectId }, signal } = making;
  const { ticket, startedAt } = await findTicket(services, subjectId, id) ?? await begun(service, making, wanted);
  const forget = (): Promise<void> => services.store.delete(ticketKey(subjectId, id));
  for (let polls = 0; ; polls++) {
    const state = await service.poll(ticket, signal);
    if (state.status === 'done') return ticket;
    if (state.status === 'failed') {
      await forget();
      throw answeredFailure(service.name, { code: state.code ?? '', message: state.reason }, !state.isFinal);
    }
    if (Date.now() - Date.parse(startedAt) > service.timeoutMs) throw new ProviderFailure(service.name, `no video in ${Math.round(service.timeoutMs / 1_000)} s`, false);
    await sleep(POLLS_MS[Math.min(polls, POLLS_MS.length - 1)], undefined, { signal });
  }
}
