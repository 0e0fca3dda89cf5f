/** The time before a message of a chat: `[21:04] `, `12/05/2023, 21:04 - `. */
const STAMP = '\\[?(?:\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4},? )?\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[AaPp]\\.?[Mm]\\.?)?\\]?(?: ?[–—-])? +';
const NAMED = '(\\p{Lu}[\\p{L}.’\'-]{0,30}(?: \\p{L}[\\p{L}.’\'-]{0,30}){0,2}):(?=\\s|$)';
const STAMPED = new RegExp(`^${STAMP}${NAMED}`, 'u');
const MESSAGE = new RegExp(`^(?:${STAMP})?${NAMED}`, 'u');
const STAMP_OF_NAME = new RegExp(`^${STAMP}(?=${NAMED})`, 'u');
const MIN_MESSAGES = 6;
const MIN_SHARE = 0.8;

/** True when some lines begin with a name each, and at least two people take turns. Fields of a form, such as `Serves: 4`, have a new name in each line. */
function areMessages(lines: readonly string[], start: RegExp): boolean {
  const names = lines.flatMap((line) => start.exec(line)?.[1] ?? []);
  const people = new Set(names).size;
  return names.length >= MIN_MESSAGES && names.length >= lines.length * MIN_SHARE && people > 1 && people <= names.length / 2;
}

/** What the lines begin with that are messages of a chat, when a text without blank lines is one; else null. A message may go on in the lines below it. */
export function messageStart(lines: readonly string[]): RegExp | null {
  const full = lines.map((line) => line.trim()).filter((line) => line !== '');
  return [STAMPED, MESSAGE].find((start) => areMessages(full, start)) ?? null;
}

/** Characters of the time before the name in a message; 0 without one. */
export const stampLength = (words: string): number => STAMP_OF_NAME.exec(words)?.[0].length ?? 0;
