import { countWords } from '../wording/wording.js';
import { opensLater, tellsOfGoing } from '../parts/scene-limits.js';
import type { LintContext } from './context.js';
import type { Finding } from './findings.js';

/** Words of narration after which an exchange is over; the lower number applies when time passes or a person leaves. */
const PAUSE_WORDS = 30;
const SHORT_PAUSE_WORDS = 15;
/** Characters of the source after a read that are examined. */
const REACH = 1_500;
/** Characters at the end of a read that are searched for a person leaving. */
const LAST = 300;

/** A row of stars or a heading at the end of the text before the next words. */
const PRINTED = /\n\s*(?:[*#•·~_-]\s*){3,}\n\s*$|\n\s*(?:chapter|book|part)\b[^\n]*\s*$/iu;

/** `open-end`: a part of a text ends where a scene does, not in the middle of an exchange. */
export function endFindings({ screenplay, base }: LintContext): Finding[] {
  const last = screenplay.covers?.at(-1);
  const text = last && base.texts.get(last.sourceId);
  if (!last || text === undefined) return [];
  const rest = text.slice(last.end, last.end + REACH);
  if (rest.trim() === '' || PRINTED.test(text.slice(Math.max(0, last.end - LAST), last.end)) || /^\s*(?:(?:chapter|book|part)\b|[IVXLC]+\.?\s*\n|[*#•·~_ -]{3,}\n)/iu.test(rest)) return [];
  const next = rest.trimStart();
  const startsParagraph = last.end === 0 || /\n\s*$/u.test(text.slice(Math.max(0, last.end - 3), last.end)) || /^\s*\n/u.test(rest);
  const narration = next.split(/["“]/u)[0]!;
  const isLong = countWords(narration) >= PAUSE_WORDS || narration.length >= REACH - 10;
  const isOver = countWords(narration) >= SHORT_PAUSE_WORDS && (opensLater(next) || tellsOfGoing(text.slice(Math.max(0, last.end - LAST), last.end)));
  const goesOn = isTale(text, last.end);
  if (startsParagraph && (isLong || isOver || goesOn)) return [];
  return [{ entryIndex: screenplay.entries.at(-1)?.index ?? null, rule: 'open-end', message: 'The read ends before its scene does.' }];
}

/** True between two long paragraphs of one person's tale. */
function isTale(text: string, at: number): boolean {
  const before = text.slice(0, at).trimEnd().split(/\n\s*\n/u).at(-1)!;
  const after = text.slice(at).trimStart().split(/\n\s*\n/u)[0]!;
  return [before, after].every((paragraph) => countWords(paragraph) >= 60) && /^["“]/u.test(before) && /^["“]/u.test(after);
}
