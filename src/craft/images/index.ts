import type { Config } from '../../kernel/config/index.js';
import type { Ffmpeg } from '../ffmpeg/run.js';
import { createEmbeddedImages } from './engines/embedded-images.js';
import { createOpenAiImages } from './engines/openai-images.js';
import type { ImageEngine } from './port.js';

const DEFAULT_MODEL = 'gpt-image-1';

/** The image engine of this installation: the configured service, else the embedded renderer. */
export function openImages({ image, fetchAllowHosts }: Pick<Config, 'image' | 'fetchAllowHosts'>, ffmpeg: () => Promise<Ffmpeg>): ImageEngine {
  const { baseUrl, apiKey, model, timeoutMs } = image;
  if (baseUrl === null) return createEmbeddedImages(ffmpeg);
  return createOpenAiImages(ffmpeg, { baseUrl, apiKey, model: model ?? DEFAULT_MODEL, timeoutMs, allowHosts: fetchAllowHosts });
}
