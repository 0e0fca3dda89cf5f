import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { plain } from './words.js';

/** A file of an archive. `open` is called when its turn comes. */
export interface ArchivedFile { name: string; open(): Promise<NodeJS.ReadableStream | Uint8Array> }

/** Files that are already compressed, and are stored as they are. */
const PACKED = /\.(?:mp4|m4v|mov|webm|mp3|m4a|aac|flac|ogg|opus|jpe?g|png|webp|gif|pdf|pptx|docx|zip|woff2?)$/i;
const FORBIDDEN = /[<>:"|?*\u0000-\u001f]/gu;
/** Device names, which Windows allows for no file. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const MOST_BYTES = 120;
const FILE_MODE = 0o100644;
/** The earliest and the latest time that files in an archive get; `archiveTime` moves other times to the nearer of them. */
const [EARLIEST, LATEST] = [Date.UTC(1980, 0, 2), Date.UTC(2037, 11, 31)] as const;

/**
 * Safe names for the files of an archive: relative, without parts that lead out of it, valid on all systems, and distinct even where upper and lower case are
 * the same.
 */
export function safeNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const safe = safeName(name);
    const [, stem, extension] = /^(.*?)(\.[^./]*)?$/s.exec(safe)!;
    let unique = safe;
    for (let copy = 2; taken.has(unique.toLowerCase()); copy += 1) unique = `${stem} (${copy})${extension ?? ''}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}

function safeName(name: string): string {
  const parts = name.split(/[/\\]/).map((part) => plain(part).replace(FORBIDDEN, '_').replace(/[. ]+$/, '').trim()).filter((part) => part !== '');
  return parts.map((part) => shortened(DEVICES.test(part) ? `_${part}` : part)).join('/') || 'file';
}

/** Shortens a name to at most `MOST_BYTES` bytes and keeps its extension. */
function shortened(name: string): string {
  const extension = /\.[^.]{1,8}$/.exec(name)?.[0] ?? '';
  const letters = Array.from(name.slice(0, name.length - extension.length));
  while (Buffer.byteLength(letters.join('') + extension) > MOST_BYTES) letters.pop();
  return letters.join('').trimEnd() + extension;
}

/**
 * A ZIP archive of the files, in their order, in pieces: files are opened one after the other and never held as a whole. Media are stored, texts are
 * compressed. All have one date, so that equal files are equal bytes. Throws what opening or reading a file throws.
 */
export async function* zipOf(files: readonly ArchivedFile[], date: Date): AsyncGenerator<Uint8Array, void, undefined> {
  const archive = new ZipFile();
  const names = safeNames(files.map(({ name }) => name));
  const output = archive.outputStream as Readable;
  let current: Readable | null = null;
  archive.on('error', (error: Error) => output.destroy(error));
  files.forEach(({ open }, at) => archive.addReadStreamLazy(names[at]!, optionsOf(names[at]!, date), (give) => {
    open().then((content) => {
      current = content instanceof Uint8Array ? Readable.from([content]) : content as Readable;
      // The stream may fail before anything reads from it.
      current.once('error', (error) => output.destroy(error));
      give(null, current);
    }, (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  }));
  archive.end();
  try {
    for await (const piece of output) yield piece as Uint8Array;
  } finally {
    (current as Readable | null)?.destroy();
  }
}

/** ZIP stores local times. A local time with the UTC parts of the date gives the same bytes in every time zone. */
export function archiveTime(date: Date): Date {
  const time = new Date(Math.min(LATEST, Math.max(EARLIEST, date.getTime() || 0)));
  return new Date(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate(), time.getUTCHours(), time.getUTCMinutes(), time.getUTCSeconds());
}

/** How a file of an archive is written. */
export const optionsOf = (name: string, date: Date): { mtime: Date; mode: number; compress: boolean; forceDosTimestamp: boolean } =>
  ({ mtime: archiveTime(date), mode: FILE_MODE, compress: !PACKED.test(name), forceDosTimestamp: true });
