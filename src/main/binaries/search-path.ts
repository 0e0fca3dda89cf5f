import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { readToolEnvironment } from '../../kernel/config/environment.js';

/** True when this process may run the file. */
export const isExecutable = (file: string): Promise<boolean> => access(file, constants.X_OK).then(() => true, () => false);

/** The first executable of this name on PATH, or null. */
export async function findOnPath(name: string, tools = readToolEnvironment()): Promise<string | null> {
  for (const folder of tools.searchPath) {
    const candidate = path.join(folder, process.platform === 'win32' ? `${name}.exe` : name);
    if (await isExecutable(candidate) && (await stat(candidate)).isFile()) return candidate;
  }
  return null;
}
