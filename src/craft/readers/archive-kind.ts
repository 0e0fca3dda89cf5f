import { openPromise, type Entry } from 'yauzl';
import { ExtractionFailed } from './extraction-failed.js';

const MAX_ENTRIES = 5_000;
/** Most bytes that all members may inflate to. */
const MAX_INFLATED_BYTES = 250_000_000;
/** A member that inflates to more than this many times its size is a decompression bomb; text reaches about 30. */
const MAX_RATIO = 200;
const RATIO_FROM_BYTES = 1_000_000;
const ENCRYPTED = 0x1;

function requireHarmless(entries: readonly Entry[], fileBytes: number): void {
  if (entries.some(({ generalPurposeBitFlag }) => generalPurposeBitFlag & ENCRYPTED)) {
    throw new ExtractionFailed('encrypted', 'the file needs a password');
  }
  const sum = (size: (entry: Entry) => number): number => entries.reduce((total, entry) => total + size(entry), 0);
  const overlaps = sum(({ compressedSize }) => compressedSize) > fileBytes;
  const inflates = entries.some(({ compressedSize, uncompressedSize }) =>
    uncompressedSize > RATIO_FROM_BYTES && uncompressedSize > compressedSize * MAX_RATIO);
  if (overlaps || inflates || sum(({ uncompressedSize }) => uncompressedSize) > MAX_INFLATED_BYTES) {
    throw new ExtractionFailed('too_complex', 'the file inflates to far more than a document holds');
  }
}

async function entriesOf(file: string): Promise<{ entries: Entry[]; fileBytes: number }> {
  const archive = await openPromise(file, { lazyEntries: true, autoClose: false });
  try {
    if (archive.entryCount > MAX_ENTRIES) throw new ExtractionFailed('too_complex', `the file holds more than ${MAX_ENTRIES} parts`);
    const entries: Entry[] = [];
    for await (const entry of archive.eachEntry()) entries.push(entry);
    return { entries, fileBytes: archive.fileSize };
  } finally {
    archive.close();
  }
}

/**
 * Which document a ZIP file holds, by the names of its members; null for another archive. Inflates nothing. Throws `ExtractionFailed` for a
 * damaged or encrypted archive and for one whose directory announces a decompression bomb.
 */
export async function archiveKind(file: string): Promise<'epub' | 'docx' | null> {
  const { entries, fileBytes } = await entriesOf(file).catch((error: unknown) => {
    throw error instanceof ExtractionFailed ? error : new ExtractionFailed('malformed', 'the file is a damaged ZIP archive');
  });
  requireHarmless(entries, fileBytes);
  const names = new Set(entries.map(({ fileName }) => fileName));
  if (names.has('META-INF/container.xml')) return 'epub';
  return names.has('[Content_Types].xml') && names.has('word/document.xml') ? 'docx' : null;
}
