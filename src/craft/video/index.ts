import type { Config } from '../../kernel/config/index.js';
import { createVideoService } from './engines/video-service.js';
import { EMBEDDED_VIDEOS, type VideoEngine } from './port.js';

/** The video engine of this installation: the configured service, or without one the built-in drawings. */
export function openVideos({ video }: Pick<Config, 'video'>): VideoEngine {
  const { baseUrl, apiKey, model, timeoutMs } = video;
  return baseUrl === null ? { name: EMBEDDED_VIDEOS, embedded: true } : createVideoService({ baseUrl, apiKey, model, timeoutMs });
}
