import { ExtractionFailed } from '../readers/extraction-failed.js';
import { metadataLine, type Extracted } from './extracted.js';
import { tidyParagraphs } from './plain-text.js';

const MAX_DEPTH = 64;
/** A string of this length or with a line break becomes a paragraph; any other shares a line with its key. */
const MIN_PROSE_CHARACTERS = 160;

function writeValue(value: unknown, label: string, depth: number, out: string[]): void {
  if (depth > MAX_DEPTH) throw new ExtractionFailed('too_complex', `the JSON is nested more than ${MAX_DEPTH} deep`);
  if (value === null || value === '') return;
  if (typeof value === 'object') {
    if (label !== '') out.push(`\n${label}\n`);
    if (Array.isArray(value)) for (const item of value) writeValue(item, '', depth + 1, out);
    else for (const [key, inner] of Object.entries(value)) writeValue(inner, key, depth + 1, out);
    out.push('');
    return;
  }
  const shown = String(value);
  if (typeof value === 'string' && (shown.length >= MIN_PROSE_CHARACTERS || shown.includes('\n'))) out.push(`\n${shown}\n`);
  else out.push(label === '' ? shown : `${label}: ${shown}`);
}

/**
 * JSON as readable text: short values as `key: value` lines, long strings as paragraphs, in the order of the document.
 * Throws `ExtractionFailed` (`malformed`, `too_complex`, `empty`).
 */
export function extractJson(raw: string): Extracted {
  let value: unknown;
  try {
    value = JSON.parse(raw.replace(/^\ufeff/, ''));
  } catch {
    throw new ExtractionFailed('malformed', 'the JSON is not well formed');
  }
  const out: string[] = [];
  writeValue(value, '', 0, out);
  const named = typeof value === 'object' && value !== null ? value as Record<string, unknown> : {};
  return { text: tidyParagraphs(out.join('\n')), title: metadataLine(named.title ?? named.name), metadata: {} };
}
