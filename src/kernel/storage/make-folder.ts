import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/**
 * Creates a folder, and those above it that are missing, one after the other; an existing one stays as it is. Throws the system's error. The recursive `mkdir`
 * of Node never returns where a folder cannot be made, such as below /proc, and gives the wrong reason on a disk that is mounted for reading only.
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  try {
    await mkdir(folder, mode);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && path.dirname(folder) !== folder && !(await stat(path.dirname(folder)).catch(() => null))) {
      await makeFolder(path.dirname(folder), mode);
      await makeFolder(folder, mode);
      return;
    }
    // On a disk that is mounted for reading only, the system names that fault also for a folder that exists.
    const isThere = await stat(folder).then((facts) => facts.isDirectory(), () => false);
    if (!isThere) throw error;
  }
}
