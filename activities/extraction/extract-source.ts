import { ApplicationFailure, Context } from '@temporalio/activity';
import { extract, ExtractionFailed, kindOfContentType } from '../../src/adapters/extract/index.js';
import { FetchRefused, guardedFetch } from '../../src/adapters/fetch/index.js';
import {
  MAX_FETCHED_BYTES, originalKeyOf, textKeyOf, type SourceFailure, type SourceRow,
} from '../../src/domain/sources/source-model.js';
import {
  completeExtraction, failExtraction, takeForExtraction, type ExtractionResult,
} from '../../src/domain/sources/source-store.js';
import { textFacts } from '../../src/domain/sources/text-facts.js';
import { ScriptRefused } from '../../src/screenplay/index.js';
import type { Services } from '../../src/services.js';
import type { SourceInput, SourceState } from '../../src/domain/sources/source-run.js';
import { withHeartbeat } from '../shared/heartbeat.js';
import { extractScreenplay, SCREENPLAY_TYPES } from './screenplay-file.js';
import { settledState } from './source-writes.js';

const FETCH_TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 3;

/** Content types that the address of a source may answer with, by the type of the source. */
const ACCEPTED: Record<string, readonly string[]> = {
  url: ['text/html', 'text/plain', 'text/markdown', 'application/json', 'application/xhtml+xml'],
  pdf: ['application/pdf'],
};

/** What the failure of a fetch or an extraction says on the source, and whether another attempt may help. */
function failureOf(error: unknown): (SourceFailure & { retryable: boolean }) | null {
  if (error instanceof FetchRefused) {
    const { reason, message, retryable, details } = error;
    return { code: 'source_fetch_failed', message, details: { reason, ...details }, retryable };
  }
  if (error instanceof ExtractionFailed) {
    return { code: error.code, message: error.message, details: { reason: error.reason }, retryable: false };
  }
  if (error instanceof ScriptRefused) {
    const { code: reason, message, line } = error;
    return { code: 'source_incomplete', message, details: { reason, ...(line === null ? {} : { line }) }, retryable: false };
  }
  return null;
}

async function readDocument(services: Services, row: SourceRow, screenplay: boolean, signal: AbortSignal): Promise<ExtractionResult> {
  const { store, config, faults } = services;
  const document = await guardedFetch(row.uri!, {
    accept: screenplay ? [...ACCEPTED.url!, ...ACCEPTED.pdf!, ...SCREENPLAY_TYPES] : ACCEPTED[row.type]!,
    maxBytes: MAX_FETCHED_BYTES, maxRedirects: MAX_REDIRECTS, timeoutMs: FETCH_TIMEOUT_MS, allowHosts: config.fetchAllowHosts,
  }, signal);
  const extracted = screenplay ? await extractScreenplay(document, signal)
    : await extract(kindOfContentType(document.contentType)!, document.bytes, { charset: document.charset, signal });
  const { preview, ...facts } = await textFacts(extracted.text);
  const hasOriginal = row.retentionPolicy === 'STORE_ORIGINAL';
  if (hasOriginal) await store.put(originalKeyOf(row.id), document.bytes);
  await store.put(textKeyOf(row.id), extracted.text);
  await faults.reach('source.stored');
  const { title, metadata: { pageCount, ...found } } = extracted;
  return {
    facts, preview, hasOriginal,
    // The caller's own fields win, except for the page count, which is always the one found in the document.
    metadata: {
      ...(title ? { title } : {}), ...found, contentType: document.contentType,
      ...(document.finalUrl === row.uri ? {} : { finalUrl: document.finalUrl }),
      ...row.metadata, ...(pageCount === undefined ? {} : { pageCount }),
    },
  };
}

/** Fetching and reading of untrusted documents. */
export function createExtractionActivities(services: Services) {
  const { db } = services;
  return {
    /**
     * PENDING → EXTRACTING → READY, or FAILED where another attempt would fail alike. What may pass is thrown, with
     * what the source shall say if it does not. Attempts in parallel store the same text under the same key; the
     * first one counts.
     */
    async extractSource({ sourceId, screenplay }: SourceInput): Promise<SourceState> {
      const row = await takeForExtraction(db, sourceId);
      if (row) {
        try {
          const { cancellationSignal } = Context.current();
          await completeExtraction(db, sourceId, await withHeartbeat(() => readDocument(services, row, screenplay === true, cancellationSignal)));
        } catch (error) {
          const failure = failureOf(error);
          if (!failure) throw error;
          const { retryable, ...said } = failure;
          if (retryable) {
            const { code: type, message } = said;
            throw ApplicationFailure.create({ type, message, details: [said], cause: error as Error });
          }
          await failExtraction(db, sourceId, said);
        }
      }
      return settledState(services, sourceId);
    },
  };
}

export type ExtractionActivities = ReturnType<typeof createExtractionActivities>;
