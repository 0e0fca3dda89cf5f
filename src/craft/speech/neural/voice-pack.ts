import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Raise with every change of what the pack holds or how it is prepared; an older installation is then fetched again. */
export const VOICE_PACK_VERSION = 1;

/** Absolute paths of the installed neural voices. */
export interface VoicePack {
  /** The speech model, rewritten for this engine (`rewriteModel`). */
  model: string;
  /** JSON: the number of each phoneme. */
  vocabulary: string;
  /** Folder of the style tables, `<name>.bin`. */
  styles: string;
  /** Folder of the pronunciation dictionaries, `us.lexicon` and `gb.lexicon`. */
  lexicons: string;
  /** Folder whose `node_modules` holds onnxruntime-node, reduced to this platform. */
  runtime: string;
}

/** The folder of the pack in the cache; its runtime is made for one platform. */
export const voicePackFolder = (cacheDir: string): string =>
  path.join(cacheDir, 'voices', `pack-${VOICE_PACK_VERSION}-${process.platform}-${process.arch}`);

/** The paths of a pack in a folder, installed or not. */
export function voicePackIn(folder: string): VoicePack {
  return {
    model: path.join(folder, 'model.onnx'), vocabulary: path.join(folder, 'vocabulary.json'), styles: path.join(folder, 'styles'),
    lexicons: path.join(folder, 'lexicons'), runtime: path.join(folder, 'runtime'),
  };
}

/** Written last by the installation, so that a half-made pack is none. */
export const packMarker = (folder: string): string => path.join(folder, 'pack.json');

/** The installed pack, or null. */
export async function findVoicePack(cacheDir: string): Promise<VoicePack | null> {
  const folder = voicePackFolder(cacheDir);
  const marker = await readFile(packMarker(folder), 'utf8').catch(() => null);
  return marker === null ? null : voicePackIn(folder);
}
