import { withoutAsides, type SourceLine } from './prepare.js';
import { isParenthetical, isUncasedName } from './rules.js';

/** Finds cues in writing systems without capitals: names above a bracketed direction, and names that stand above a paragraph at least twice. */
export function uncasedCues(lines: readonly SourceLine[]): Set<string> {
  const seen = new Map<string, number>();
  const cues = new Set<string>();
  for (let at = 0; at + 1 < lines.length; at += 1) {
    if (at > 0 && lines[at - 1]!.text.trim() !== '') continue;
    const [line, below] = [withoutAsides(lines[at]!.text).trim(), withoutAsides(lines[at + 1]!.text).trim()];
    if (below === '' || !isUncasedName(line)) continue;
    const times = (seen.get(line) ?? 0) + 1;
    seen.set(line, times);
    if (times > 1 || isParenthetical(below)) cues.add(line);
  }
  return cues;
}
