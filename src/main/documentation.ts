import { examplesOf } from '../discovery/examples.js';
import { openApiDocument } from '../kernel/http/operations/openapi.js';
import type { Operation } from '../kernel/http/operations/operation.js';
import type { ApiDocument, DocsContent } from '../pages/docs/document.js';

/** What the pages of documentation show of these operations; made on the first visit. */
export function documentation(operations: readonly Operation[], baseUrl: string): () => DocsContent {
  let content: DocsContent | null = null;
  return () => content ??= {
    document: openApiDocument(operations, baseUrl) as unknown as ApiDocument,
    firstProduction: examplesOf(operations, baseUrl)[0]!, openapiUrl: `${baseUrl}/openapi.json`,
  };
}
