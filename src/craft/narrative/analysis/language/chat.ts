/** The time before a message of a chat: `[21:04] `, `12/05/2023, 21:04 - `. */
const STAMP = '\\[?(?:\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4},? )?\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[AaPp]\\.?[Mm]\\.?)?\\]?(?: ?[–—-])? +';
const NAMED = '(\\p{Lu}[\\p{L}.’\'-]{0,30}(?: \\p{L}[\\p{L}.’\'-]{0,30}){0,2}):(?=\\s|$)';
const STAMPED = new RegExp(`^${STAMP}${NAMED}`, 'u');
const MESSAGE = new RegExp(`^(?:${STAMP})?${NAMED}`, 'u');
const STAMP_OF_NAME = new RegExp(`^${STAMP}(?=${NAMED})`, 'u');
const MIN_MESSAGES = 6;
const MIN_SHARE = 0.8;

/** What stands before a colon and names no person: fields, days, parts of a day or of a comparison, and the levels of a log. */
const LABEL = new RegExp('^(?:(?:first |last |full )?name|age|sex|gender|born|dates?|time|to|from|cc|bcc|re|subject|topic|title|place|address|phone|tel'
  + '|e-?mail|notes?|price|cost|quantity|qty|size|colou?r|weight|height|id|status|type|home|away|(?:mon|tues|wednes|thurs|fri|satur|sun)day'
  + '|morning|noon|afternoon|evening|night|today|tomorrow|yesterday|pros?|cons?|breakfast|lunch|dinner|supper|info|warn(?:ing)?|error|debug|trace|fatal'
  + '|notice|tip|hint|group|chat|channel|members|participants)$', 'iu');
/** Machines of a log; one alone can be the role of a person. */
const MACHINE = /^(?:server|client|system|database|db|worker|proxy|kernel|main|api|app)$/iu;
const MIN_ROUNDS = 3;

/** True when no name is a person's: the fields of records, days, or the machines of a log. */
export const areLabels = (names: readonly string[]): boolean => names.every((name) => LABEL.test(name) || MACHINE.test(name));

/** True when three or more names come round in one order again and again, as the fields of records do. */
function areRounds(names: readonly string[]): boolean {
  const each = new Set(names).size;
  return each > 2 && names.length >= each * MIN_ROUNDS && names.every((name, at) => name === names[at % each]);
}

/** True when some lines begin with a name each, and at least two people take turns. Fields of a form, such as `Serves: 4`, have a new name in each line. */
function areMessages(lines: readonly string[], start: RegExp): boolean {
  const names = lines.flatMap((line) => start.exec(line)?.[1] ?? []).filter((name) => !LABEL.test(name));
  const people = new Set(names).size;
  if (names.length < MIN_MESSAGES || names.length < lines.length * MIN_SHARE || people < 2 || people > names.length / 2) return false;
  return !areLabels(names) && (start === STAMPED || !areRounds(names));
}

/** What the lines begin with that are messages of a chat, when a text without blank lines is one; else null. A message may go on in the lines below it. */
export function messageStart(lines: readonly string[]): RegExp | null {
  const full = lines.map((line) => line.trim()).filter((line) => line !== '');
  return [STAMPED, MESSAGE].find((start) => areMessages(full, start)) ?? null;
}

/** True for a line or paragraph that begins with `start` and the name of a person. */
export function isMessage(words: string, start: RegExp): boolean {
  const name = start.exec(words)?.[1];
  return name !== undefined && !LABEL.test(name);
}

/** Characters of the time before the name in a message; 0 without one. */
export function stampLength(words: string): number {
  const [stamp, name] = STAMP_OF_NAME.exec(words) ?? [];
  return stamp === undefined || name === undefined || LABEL.test(name) ? 0 : stamp.length;
}
