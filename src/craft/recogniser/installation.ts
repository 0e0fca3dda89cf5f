import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Raise this with every change to the installed files; older installations are then replaced. */
const INSTALLATION_VERSION = 1;

/** The Python packages that determine what the recogniser hears. pip chooses the versions of their dependencies. */
export const PYTHON_PACKAGES = { 'faster-whisper': '1.2.1', ctranslate2: '4.8.5', tokenizers: '0.23.3' } as const;

/** Absolute paths of the installed recogniser. */
export interface RecogniserInstallation {
  /** The Python of the virtual environment. */
  python: string;
  /** Folder of the Whisper model. */
  model: string;
}

/** The folder of the recogniser in the cache. */
export const recogniserFolder = (cacheDir: string): string => path.join(cacheDir, 'recogniser', `whisper-${INSTALLATION_VERSION}`);

/** The paths of a recogniser in a folder, installed or not. */
export function recogniserIn(folder: string): RecogniserInstallation {
  const python = process.platform === 'win32' ? ['Scripts', 'python.exe'] : ['bin', 'python3'];
  return { python: path.join(folder, 'venv', ...python), model: path.join(folder, 'model') };
}

/** The file that marks a complete installation. It is written last, so a half-finished installation does not count. */
export const recogniserMarker = (folder: string): string => path.join(folder, 'installed.json');

/** The installed recogniser, or null. */
export async function findRecogniser(cacheDir: string): Promise<RecogniserInstallation | null> {
  const folder = recogniserFolder(cacheDir);
  const marker = await readFile(recogniserMarker(folder), 'utf8').catch(() => null);
  return marker === null ? null : recogniserIn(folder);
}
