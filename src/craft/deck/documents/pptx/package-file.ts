import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { optionsOf } from '../zip.js';

/** The parts of an Office document by name; XML parts are strings. */
export type Parts = Map<string, string | Buffer>;

const isXml = (name: string): boolean => /\.(?:xml|rels)$/.test(name);

/** Unpacks the parts of a document. It limits no sizes, so use it only for documents that this process has just written. */
export async function partsOf(document: Buffer): Promise<Parts> {
  const archive = await fromBufferPromise(document, { lazyEntries: true, autoClose: false });
  const parts: Parts = new Map();
  for await (const entry of archive.eachEntry()) {
    const name = entry.fileName;
    if (name.endsWith('/')) continue;
    const content = await buffer(await archive.openReadStreamPromise(entry));
    parts.set(name, isXml(name) ? content.toString('utf8') : content);
  }
  return parts;
}

/** Packs these parts into a document: the list of content types first, then the package relationships, the others sorted by name. */
export async function packed(parts: Parts, date: Date): Promise<Buffer> {
  const archive = new ZipFile();
  const names = [...parts.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  for (const name of names) {
    const content = parts.get(name)!;
    archive.addBuffer(typeof content === 'string' ? Buffer.from(content) : content, name, optionsOf(name, date));
  }
  archive.end();
  return buffer(archive.outputStream as Readable);
}

const FIRST = ['[Content_Types].xml', '_rels/.rels'];
const rank = (name: string): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
