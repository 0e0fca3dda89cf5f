import type { Ffmpeg } from '../ffmpeg/run.js';
import { createEmbeddedImages } from './embedded-images.js';
import type { ImageEngine } from './port.js';

/** The image engine of this installation. */
export const openImages = (ffmpeg: () => Promise<Ffmpeg>): ImageEngine => createEmbeddedImages(ffmpeg);
