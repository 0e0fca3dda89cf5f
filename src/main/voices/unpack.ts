import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { unzipMember } from '../binaries/unzip.js';

const run = promisify(execFile);

const MAX_MEMBER_BYTES = 100_000_000;
const TAR_TIMEOUT_MS = 120_000;

/** Unpacks members of a wheel into new files. */
export async function unpackWheel(archive: string, members: Record<string, string>): Promise<void> {
  for (const [member, target] of Object.entries(members)) {
    await mkdir(path.dirname(target), { recursive: true });
    await unzipMember(archive, member, target, { maxBytes: MAX_MEMBER_BYTES });
  }
}

/** Unpacks members of an npm package, files or folders, into a new folder. Needs the program tar. */
export async function unpackNpmPackage(archive: string, members: readonly string[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const args = ['-xzf', archive, '-C', folder, '--strip-components=1', ...members.map((member) => `package/${member}`)];
  try {
    await run('tar', args, { timeout: TAR_TIMEOUT_MS });
  } catch (error) {
    const { code, stderr, message } = error as Error & { code?: string | number; stderr?: string };
    const reason = code === 'ENOENT' ? 'there is no program tar on PATH' : (stderr || message).trim().split('\n').at(-1)!;
    throw new Error(`${path.basename(archive)} cannot be unpacked: ${reason.slice(0, 200)}`, { cause: error });
  }
}

/** Appends files to one, in order. */
export async function joinFiles(files: readonly string[], target: string): Promise<void> {
  for (const [index, file] of files.entries()) {
    await pipeline(createReadStream(file), createWriteStream(target, { flags: index === 0 ? 'wx' : 'a' }));
  }
}

/** Moves files whose names match from one folder to another, which is made. Returns how many. */
export async function moveMatching(from: string, to: string, pattern: RegExp): Promise<number> {
  await mkdir(to, { recursive: true });
  const names = (await readdir(from)).filter((name) => pattern.test(name));
  for (const name of names) await rename(path.join(from, name), path.join(to, name));
  await rm(from, { recursive: true });
  return names.length;
}
