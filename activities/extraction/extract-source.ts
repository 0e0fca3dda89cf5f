import { ApplicationFailure } from '@temporalio/activity';
import { extract, ExtractionFailed, kindOfContentType, type Extracted, type ExtractKind } from '../../src/craft/extract/index.js';
import { FetchRefused, guardedFetch } from '../../src/craft/fetch/index.js';
import type { MadeExtraction } from '../../src/domain/sources/source-kind.js';
import {
  extractionKeyOf, MAX_FETCHED_BYTES, MAX_TEXT_BYTES, originalKeyOf, textKeyOf, type FileType, type SourceRow,
} from '../../src/domain/sources/source-model.js';
import { clearAwaySource } from '../../src/domain/sources/source-objects.js';
import { findSourceById, takeForExtraction, type ExtractionResult } from '../../src/domain/sources/source-store.js';
import type { SourceInput } from '../../src/domain/sources/source-work.js';
import { textFacts } from '../../src/domain/sources/text-facts.js';
import type { ErrorCode } from '../../src/kernel/errors/catalogue.js';
import { ScriptRefused } from '../../src/craft/screenplay/index.js';
import type { Services } from '../../src/kernel/services.js';
import { QUEUED } from '../../src/kernel/works/model.js';
import { startWork } from '../../src/kernel/works/work-store.js';
import { inActivity } from '../shared/activity-frame.js';
import { asScreenplay, extractScreenplay, extractScreenplayFile, SCREENPLAY_TYPES } from './screenplay-file.js';

const FETCH_TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 3;

/** Content types that the address of a source may answer with, by the type of the source. */
const ACCEPTED: Record<string, readonly string[]> = {
  url: ['text/html', 'text/plain', 'text/markdown', 'application/json', 'application/xhtml+xml'],
  pdf: ['application/pdf'],
};

const failure = (type: ErrorCode, message: string, details: Record<string, unknown>, nonRetryable: boolean, cause: Error): ApplicationFailure =>
  ApplicationFailure.create({ type, message, details: [details], nonRetryable, cause });

/** Turns a failed fetch or extraction into an activity failure; non-retryable where another attempt would fail the same way. */
function failureOf(error: unknown): unknown {
  if (error instanceof FetchRefused) {
    const { reason, message, retryable, details } = error;
    return failure('source_fetch_failed', message, { reason, ...details }, !retryable, error);
  }
  if (error instanceof ExtractionFailed) return failure(error.code, error.message, { reason: error.reason }, true, error);
  if (error instanceof ScriptRefused) {
    const { code: reason, message, line } = error;
    return failure('source_incomplete', message, { reason, ...(line === null ? {} : { line }) }, true, error);
  }
  return error;
}

interface ReadDocument { extracted: Extracted; bytes: Buffer; about: Record<string, string> }

/** The text of a document; that of a screenplay in a PDF is Fountain. */
async function extractText(kind: ExtractKind, bytes: Buffer, options: { charset?: string | null; signal: AbortSignal }): Promise<Extracted> {
  const extracted = await extract(kind, bytes, options);
  return kind === 'pdf' ? asScreenplay(extracted, bytes, options.signal) : extracted;
}

async function fetchDocument({ config }: Services, row: SourceRow, uri: string, screenplay: boolean, signal: AbortSignal): Promise<ReadDocument> {
  const document = await guardedFetch(uri, {
    accept: screenplay ? [...ACCEPTED.url!, ...ACCEPTED.pdf!, ...SCREENPLAY_TYPES] : ACCEPTED[row.type]!,
    maxBytes: MAX_FETCHED_BYTES, maxRedirects: MAX_REDIRECTS, timeoutMs: FETCH_TIMEOUT_MS, allowHosts: config.fetchAllowHosts,
  }, signal);
  const { bytes, contentType, charset, finalUrl } = document;
  const kind = kindOfContentType(contentType);
  const extracted = screenplay ? await extractScreenplay(document, signal) : await extractText(kind!, bytes, { charset, signal });
  return { extracted, bytes, about: { contentType, ...(finalUrl === uri ? {} : { finalUrl }) } };
}

async function readUpload({ store }: Services, row: SourceRow, signal: AbortSignal): Promise<ReadDocument> {
  const bytes = await store.get(originalKeyOf(row.id));
  const type = row.type as FileType;
  const extracted = type === 'fdx' || type === 'fountain' ? await extractScreenplayFile(bytes, type, signal) : await extractText(type, bytes, { signal });
  return { extracted, bytes, about: {} };
}

async function readDocument(services: Services, row: SourceRow, screenplay: boolean, signal: AbortSignal): Promise<MadeExtraction> {
  const { store, faults } = services;
  const { extracted, bytes, about } = row.uri === null ? await readUpload(services, row, signal)
    : await fetchDocument(services, row, row.uri, screenplay, signal);
  const { preview, ...facts } = await textFacts(extracted.text);
  if (facts.byteSize > MAX_TEXT_BYTES) throw new ExtractionFailed('too_complex', `its text is larger than ${MAX_TEXT_BYTES} bytes`);
  const hasOriginal = row.retentionPolicy === 'STORE_ORIGINAL';
  if (hasOriginal && row.uri !== null) await store.put(originalKeyOf(row.id), bytes);
  await store.put(textKeyOf(row.id), extracted.text);
  const { title, sections, metadata: { pageCount, ...found } } = extracted;
  const result: ExtractionResult = {
    facts, preview, hasOriginal,
    // The caller's own fields win, except for the page count and the chapters, which are always those found in the document.
    metadata: {
      ...(title ? { title } : {}), ...found, ...about, ...row.metadata,
      ...(pageCount === undefined ? {} : { pageCount }), ...(sections ? { sections } : {}),
    },
  };
  await store.put(extractionKeyOf(row.id), JSON.stringify(result));
  await faults.reach('source.stored');
  return { sourceId: row.id, extractionKey: extractionKeyOf(row.id) };
}

const isExtracting = (now: SourceRow | null): boolean => now?.status === 'EXTRACTING' && !now.deletedAt;

/** Activities that fetch and extract untrusted documents. */
export function createExtractionActivities(services: Services) {
  const { db } = services;
  return {
    /**
     * Moves the source from PENDING to EXTRACTING, extracts its text and stores it. Null when the source ended or was deleted meanwhile;
     * then the objects of this attempt are deleted. Fails with `source_fetch_failed` or `source_incomplete` and `details.reason`.
     * Parallel attempts store equal objects.
     */
    async extractSource(input: SourceInput): Promise<MadeExtraction | null> {
      const { subjectId, screenplay = false } = input;
      if (!await startWork(db, input, { ...QUEUED, stage: 'extracting' })) return null;
      const row = await takeForExtraction(db, subjectId);
      if (!row) return null;
      return inActivity(async (signal) => {
        const made = await readDocument(services, row, screenplay, signal);
        if (isExtracting(await findSourceById(db, subjectId))) return made;
        await clearAwaySource(services, subjectId);
        return null;
      }, failureOf);
    },
  };
}

export type ExtractionActivities = ReturnType<typeof createExtractionActivities>;
