import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packMarker } from '../../craft/speech/neural/voice-pack.js';
import { sha256Of } from '../../kernel/storage/file-hash.js';

interface PackFile { path: string; bytes: number; sha256: string }
interface Marker { files: PackFile[] }

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).sort();
}

/** Stores the path, size and hash of every file of a finished pack. */
export async function writeMarker(folder: string): Promise<void> {
  const files: PackFile[] = [];
  for (const name of await filesBelow(folder)) {
    const file = path.join(folder, name);
    files.push({ path: name, bytes: (await stat(file)).size, sha256: await sha256Of(file) });
  }
  await writeFile(packMarker(folder), `${JSON.stringify({ files } satisfies Marker, null, 1)}\n`);
}

async function readMarker(folder: string): Promise<Marker | null> {
  const text = await readFile(packMarker(folder), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return JSON.parse(text) as Marker;
  } catch {
    return { files: [{ path: path.basename(packMarker(folder)), bytes: -1, sha256: '' }] };
  }
}

export interface PackCondition { bytes: number; damaged: string[] }

/** Reads every file of an installed pack: its size, and the files that are missing or changed. Null without a pack. */
export async function inspectPack(folder: string): Promise<PackCondition | null> {
  const marker = await readMarker(folder);
  if (!marker) return null;
  const damaged: string[] = [];
  for (const each of marker.files) {
    if (await sha256Of(path.join(folder, each.path)).catch(() => null) !== each.sha256) damaged.push(each.path);
  }
  return { bytes: marker.files.reduce((sum, { bytes }) => sum + Math.max(bytes, 0), 0), damaged };
}
