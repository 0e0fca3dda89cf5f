import type { SourceSpan } from '../../../craft/screenplay/model.js';
import type { BibleContent } from '../series-bible.js';

/** Where the value of a key comes from: the caller, the sources or scripts of the project, or sources with changes by the caller. */
export const ORIGINS = ['caller', 'sources', 'mixed'] as const;
export type Origin = (typeof ORIGINS)[number];

/** Where one key comes from, with the places in the sources where they are known. */
export interface KeyProvenance { from: Origin; spans: SourceSpan[] }
export type Provenance = Record<string, KeyProvenance>;

const CALLER: KeyProvenance = { from: 'caller', spans: [] };

const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** The origin of a Series Bible as a whole; null for an empty one. A key without provenance counts as the caller's. */
export function originOf(content: BibleContent, provenance: Provenance): Origin | null {
  const origins = new Set(Object.keys(content).map((key) => provenance[key]?.from ?? 'caller'));
  if (origins.size === 0) return null;
  return origins.size === 1 ? [...origins][0]! : 'mixed';
}

/** The provenance after the caller saved `next`: a changed key is the caller's; a changed list that came from sources is mixed. */
export function afterCaller(before: BibleContent, next: BibleContent, provenance: Provenance): Provenance {
  return Object.fromEntries(Object.entries(next).map(([key, value]) => {
    const known = provenance[key] ?? CALLER;
    const previous = before[key as keyof BibleContent];
    if (previous !== undefined && same(previous, value)) return [key, known];
    const keepsSome = Array.isArray(value) && known.from !== 'caller' && previous !== undefined;
    return [key, keepsSome ? { ...known, from: 'mixed' as const } : CALLER];
  }));
}

/**
 * The content and its provenance after sources were read: keys that the caller wrote or changed stay, unless `replace` names them.
 * Keys that came from sources are refreshed.
 */
export function afterGeneration(
  before: BibleContent, provenance: Provenance, made: BibleContent, spans: Readonly<Record<string, SourceSpan[]>>, replace: readonly string[] | 'all',
): { content: BibleContent; provenance: Provenance } {
  const content: Record<string, unknown> = { ...before };
  const next: Provenance = { ...Object.fromEntries(Object.keys(before).map((key) => [key, provenance[key] ?? CALLER])) };
  for (const [key, value] of Object.entries(made)) {
    const isOurs = !(key in before) || provenance[key]?.from === 'sources' || replace === 'all' || replace.includes(key);
    if (!isOurs) continue;
    content[key] = value;
    next[key] = { from: 'sources', spans: spans[key] ?? [] };
  }
  return { content: content as BibleContent, provenance: next };
}
