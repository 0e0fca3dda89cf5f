/** A shell-quoted word. */
const quoted = (value: string): string => `'${value.replaceAll(`'`, `'\\''`)}'`;

/** Replaces `{{name}}` by shell variables. */
const withVariables = (text: string): string => text.replaceAll(/\{\{(\w+)\}\}/g, '$$$1');
const shellBody = (body: unknown): string => quoted(JSON.stringify(body)).replaceAll(/\{\{(\w+)\}\}/g, `'"$$$1"'`);

/** A shell expression for a new Idempotency-Key that uses only tools of every POSIX system. */
const NEW_KEY = `$(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n')`;

/** The curl command of a request. `{{name}}` in address and body becomes the shell variable. */
export function curlOf({ method, url, needsKey, body }: { method: string; url: string; needsKey: boolean; body: unknown }): string {
  return [
    `curl -sS -X ${method} "${withVariables(url)}"`,
    `-H "Authorization: Bearer $PROSCENIUM_API_KEY"`,
    ...(needsKey ? [`-H "Idempotency-Key: ${NEW_KEY}"`] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${shellBody(body)}`]),
  ].join(' \\\n  ');
}

interface ShownStep {
  title: string; curl: string; saves: Record<string, string>; until: { field: string; oneOf: string[]; everySeconds: number } | null;
}

/** Fields that are looked for as the first field of their parent object, because other objects have fields of the same name. */
const FIRST_FIELDS = ['id', 'scriptUploadId'];
const FIRST_STATUS = ['finalize'];

/** The text right before a value in this server's JSON, which contains no whitespace. */
function markOf(path: string): string {
  const keys = path.split('.');
  const key = keys.at(-1)!;
  const inList = keys.at(-2) === '0';
  const parent = inList ? keys.at(-3) : keys.at(-2);
  const isFirst = FIRST_FIELDS.includes(key) || (key === 'status' && FIRST_STATUS.includes(parent ?? ''));
  return parent !== undefined && isFirst ? `"${parent}":${inList ? '[' : ''}{"${key}":` : `"${key}":`;
}

const saved = ([name, path]: [string, string]): string => `${name}=$(value ${quoted(markOf(path))})`;

function stepLines({ title, curl, saves, until }: ShownStep): string[] {
  const send = `answer=$(${curl})`;
  const names = Object.entries(saves).map(saved);
  const shown = Object.keys(saves).map((name) => `echo "  ${name}=$${name}"`);
  if (!until) return [`echo ${quoted(title)}`, send, 'refused', ...names, ...shown, ''];
  const [done, ...failed] = until.oneOf;
  const match = (value: string): string => `*${quoted(`${markOf(until.field)}"${value}"`)}*`;
  return [
    `echo ${quoted(title)}`, 'while :; do', `  ${send}`, '  refused', '  case $answer in', `    ${match(done!)}) break ;;`,
    ...(failed.length > 0 ? [`    ${failed.map(match).join(' | ')}) echo "$answer" >&2; exit 1 ;;`] : []),
    '  esac', `  sleep ${until.everySeconds}`, 'done', ...names, ...shown, '',
  ];
}

const PREAMBLE = [
  'set -eu', ': "${PROSCENIUM_API_KEY:?set it to your API key}"',
  `value() { printf '%s' "$answer" | awk -v mark="$1" '{ at = index($0, mark); if (at) { rest = substr($0, at + length(mark) + 1); print substr(rest, 1, index(rest, "\\"") - 1); exit } }'; }`,
  `refused() { case $answer in *'"error":{"code":'*) echo "$answer" >&2; exit 1 ;; esac; }`, '',
];

/** A recipe as one shell script that needs `sh`, `curl`, `awk` and `od`. It stops at the first refused request and prints the answer. */
export function scriptOf(title: string, steps: readonly ShownStep[], download: { variable: string; file: string } | null): string {
  const end = download === null ? [] : [`echo 'Download it'`, `curl -sS -o ${quoted(download.file)} "$${download.variable}"`, `echo '  ${download.file}'`];
  return [`#!/bin/sh`, `# ${title}`, ...PREAMBLE, ...steps.flatMap(stepLines), ...end, ''].join('\n');
}
