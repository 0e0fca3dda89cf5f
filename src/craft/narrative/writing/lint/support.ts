import { detectLanguage } from '../../analysis/language/detect-language.js';
import type { ScreenplayEntry } from '../../../screenplay/model.js';
import type { WriterSource } from '../../model.js';
import { splitSentences } from '../../analysis/language/sentences.js';
import { isSupportedStock } from '../stock/stock.js';
import { lettersOf } from '../wording/wording.js';

/** The texts of the sources and their letters, computed once per check. */
export interface SupportBase { texts: Map<string,
  string>; letters: string[]; title: string; language: 'en' | 'other' }

/** Everything that may support a line: the text of each source, or the claims and evidence of its digest, and the labels of the sources and `title`. */
export function supportBase(sources: readonly WriterSource[], title: string): SupportBase {
  const known = ofSources.get(sources) ?? supportOf(sources);
  ofSources.set(sources, known);
  return { ...known, title };
}

/** Cached by sources, because all variants of a script are checked against the same ones. */
const ofSources = new WeakMap<readonly WriterSource[], Omit<SupportBase, 'title'>>();

function supportOf(sources: readonly WriterSource[]): Omit<SupportBase, 'title'> {
  const texts = new Map<string, string>();
  const letters: string[] = [];
  for (const source of sources) {
    if (source.text !== null) {
      texts.set(source.sourceId, source.text);
      letters.push(lettersOf(source.text));
    } else if (source.digest) {
      const { claims, evidence } = source.digest;
      letters.push(lettersOf([...claims.map((claim) => claim.statement),
        ...evidence.map((item) => item.support)].join('\n')));
    }
    if (source.label) letters.push(lettersOf(source.label));
  }
  const sample = sources.find((source) => source.text !== null)?.text ?? '';
  return { texts, letters, language: detectLanguage(sample) };
}

/** The first sentence of the entry that is neither source text nor a stock line; null when there is none. */
export function unsupportedSentence(entry: ScreenplayEntry, base: SupportBase): string | null {
  const spoken = entry.text;
  if (isSupportedStock(spoken, base.letters, base.title)) return null;
  const unsupported = splitSentences(spoken)
    .map((span) => spoken.slice(span.start, span.end))
    .find((sentence) => !occurs(sentence, base));
  if (unsupported === undefined || spansSay(spoken, entry, base)) return null;
  return unsupported;
}

function occurs(sentence: string, base: SupportBase): boolean {
  const letters = lettersOf(sentence);
  if (letters === '' || base.letters.some((source) => source.includes(letters))) return true;
  return isSupportedStock(sentence, base.letters, base.title);
}

/**
 * True when the entry's letters are those of its spans, in order. A softened opening may add `The`, which replaces a `This` or `These` that the spans do not
 * cover.
 */
function spansSay(spoken: string, entry: ScreenplayEntry, base: SupportBase): boolean {
  if (entry.spans.length === 0) return false;
  const letters = lettersOf(spoken);
  const own = entry.spans.map((span) => lettersOf(base.texts.get(span.sourceId)?.slice(span.start, span.end) ?? ''))
    .join('');
  return own !== '' && (letters === own || letters === `the${own}`);
}
