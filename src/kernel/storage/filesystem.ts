import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, open, readdir, realpath, rename, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { checkedKey, clampedRange } from './keys.js';
import { makeFolder } from './make-folder.js';
import { ObjectMissing, StoreMissing, type ObjectStore, type StoredObject } from './port.js';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** Keys cannot start with a dot, so no key names a file in this folder. */
const TEMPORARY_FOLDER = '.incoming';

function hasCode(error: unknown, ...codes: string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}

async function syncPath(target: string): Promise<void> {
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Objects as files under one folder, readable by the owner only. A write goes to a temporary file, which is flushed and
 * renamed into place; then the folder is flushed. A crash leaves the old object, the new one, or a temporary file that
 * `sweep` removes. Symbolic links out of the folder are never followed.
 */
export class FilesystemStore implements ObjectStore {
  readonly kind = 'filesystem' as const;
  private ready: Promise<string> | null = null;

  constructor(private readonly root: string) {}

  async put(key: string, bytes: Uint8Array | string): Promise<StoredObject> {
    const target = await this.targetFor(key);
    const temporary = await this.temporaryPath();
    try {
      const handle = await open(temporary, 'wx', FILE_MODE);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      return await this.moveIn(key, temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async putFile(key: string, localPath: string): Promise<StoredObject> {
    const target = await this.targetFor(key);
    if (!(await lstat(localPath)).isFile()) throw new Error('only a regular file can be moved into the media store');
    await chmod(localPath, FILE_MODE);
    await syncPath(localPath);
    try {
      return await this.moveIn(key, localPath, target);
    } catch (error) {
      if (!hasCode(error, 'EXDEV')) throw error;
    }
    // Rename does not work across file systems, so the bytes are first copied to the target's file system.
    const temporary = await this.temporaryPath();
    try {
      await copyFile(localPath, temporary, constants.COPYFILE_EXCL);
      await chmod(temporary, FILE_MODE);
      await syncPath(temporary);
      const stored = await this.moveIn(key, temporary, target);
      await unlink(localPath);
      return stored;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async get(key: string): Promise<Buffer> {
    const handle = await this.openForReading(key);
    try {
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  }

  async stream(key: string, range?: { start: number; end: number }): Promise<Readable> {
    const handle = await this.openForReading(key);
    try {
      const bounds = range ? clampedRange(range, (await handle.stat()).size) : {};
      return handle.createReadStream(bounds);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async stat(key: string): Promise<StoredObject | null> {
    const file = await this.pathOf(key);
    try {
      await this.assertInside(path.dirname(file));
      const found = await lstat(file);
      return found.isFile() ? this.describe(key, found) : null;
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    const file = await this.pathOf(key);
    try {
      await this.assertInside(path.dirname(file));
      await unlink(file);
      await syncPath(path.dirname(file));
    } catch (error) {
      if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error;
    }
  }

  async toLocalFile(key: string, localPath: string): Promise<string> {
    const file = await this.pathOf(key);
    if (!(await this.stat(key))) throw new ObjectMissing(key);
    try {
      await copyFile(file, localPath, constants.COPYFILE_FICLONE);
    } catch (error) {
      if (hasCode(error, 'ENOENT') && !(await this.stat(key))) throw new ObjectMissing(key);
      throw error;
    }
    await chmod(localPath, FILE_MODE);
    return localPath;
  }

  async sweep(olderThanMs: number): Promise<number> {
    const folder = path.join(await this.open(), TEMPORARY_FOLDER);
    const limit = Date.now() - olderThanMs;
    let removed = 0;
    for (const name of await readdir(folder)) {
      const file = path.join(folder, name);
      try {
        if ((await lstat(file)).mtimeMs > limit) continue;
        await unlink(file);
        removed += 1;
      } catch (error) {
        // Another process renamed or removed the file after the listing.
        if (!hasCode(error, 'ENOENT')) throw error;
      }
    }
    return removed;
  }

  /** The folder is made once; it is missing when it was removed afterwards, or its disk is no longer mounted. */
  async check(): Promise<void> {
    const folder = path.join(await this.open(), TEMPORARY_FOLDER);
    try {
      await lstat(folder);
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) throw new StoreMissing(`folder ${folder}`);
      throw error;
    }
  }

  private open(): Promise<string> {
    this.ready ??= this.prepare().catch((error: unknown) => {
      this.ready = null;
      throw error;
    });
    return this.ready;
  }

  private async prepare(): Promise<string> {
    await makeFolder(path.join(this.root, TEMPORARY_FOLDER), FOLDER_MODE);
    return realpath(this.root);
  }

  private async pathOf(key: string): Promise<string> {
    return path.join(await this.open(), checkedKey(key));
  }

  private async assertInside(folder: string): Promise<void> {
    const root = await this.open();
    const actual = await realpath(folder);
    if (actual !== root && !actual.startsWith(root + path.sep)) {
      throw new Error('a folder of the media store leads outside of it');
    }
  }

  private async targetFor(key: string): Promise<string> {
    const target = await this.pathOf(key);
    const folder = path.dirname(target);
    const firstCreated = await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    await this.assertInside(folder);
    // A new folder survives a crash only when its parent folder is flushed.
    for (let made = folder; firstCreated && made.length >= firstCreated.length; made = path.dirname(made)) {
      await syncPath(path.dirname(made));
    }
    return target;
  }

  private async temporaryPath(): Promise<string> {
    return path.join(await this.open(), TEMPORARY_FOLDER, `${process.pid}-${randomUUID()}`);
  }

  private async moveIn(key: string, from: string, target: string): Promise<StoredObject> {
    const facts = await lstat(from);
    await rename(from, target);
    await syncPath(path.dirname(target));
    return this.describe(key, facts);
  }

  private async openForReading(key: string) {
    const file = await this.pathOf(key);
    try {
      await this.assertInside(path.dirname(file));
      const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
      if ((await handle.stat()).isFile()) return handle;
      await handle.close();
    } catch (error) {
      if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error;
    }
    throw new ObjectMissing(key);
  }

  private describe(key: string, facts: Stats): StoredObject {
    return { key, byteSize: facts.size, modifiedAt: facts.mtime };
  }
}
