import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Raise this with every change to the content of the pack or its preparation; older installations are then fetched again. */
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

/** The folder of the pack in the cache. It depends on the platform, as the runtime does. */
export const voicePackFolder = (cacheDir: string): string =>
  path.join(cacheDir, 'voices', `pack-${VOICE_PACK_VERSION}-${process.platform}-${process.arch}`);

/** The paths of a pack in a folder, installed or not. */
export function voicePackIn(folder: string): VoicePack {
  return {
    model: path.join(folder, 'model.onnx'), vocabulary: path.join(folder, 'vocabulary.json'), styles: path.join(folder, 'styles'),
    lexicons: path.join(folder, 'lexicons'), runtime: path.join(folder, 'runtime'),
  };
}

/** The file that marks a complete pack. It is written last, so a half-finished installation does not count. */
export const packMarker = (folder: string): string => path.join(folder, 'pack.json');

/** The installed pack, or null. */
export async function findVoicePack(cacheDir: string): Promise<VoicePack | null> {
  const folder = voicePackFolder(cacheDir);
  const marker = await readFile(packMarker(folder), 'utf8').catch(() => null);
  return marker === null ? null : voicePackIn(folder);
}
