import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { OPERATIONS } from '../../../api/index.js';
import { CATALOGUE, ERROR_CODES } from '../../kernel/errors/catalogue.js';
import { CAUSES } from '../../kernel/errors/causes.js';
import { SETTING_GROUPS } from '../../kernel/config/settings.js';
import type { Setting } from '../../kernel/config/setting-kinds.js';
import { AREAS } from '../../kernel/contract/areas.js';
import { errorCodesOf } from '../../kernel/http/operations/error-codes.js';
import { openApiDocument } from '../../kernel/http/operations/openapi.js';
import { fillTables, runbookTables } from './runbook-tables.js';
import { takesKey, type Operation } from '../../kernel/http/operations/operation.js';

/** The generated docs name the default address, so that they are the same on every machine. */
const BASE_URL = 'http://127.0.0.1:3000/api/v1';
const NOTICE = 'Generated from the code by `npm run docs`; do not edit.';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function keyColumn(operation: Operation): string {
  return takesKey(operation) ? operation.idempotency : '';
}

/** The error codes of an operation that not every operation has. */
function ownCodes(operation: Operation): string {
  const shared = new Set(errorCodesOf({ ...operation, errors: [] }));
  return operation.errors.filter((code) => !shared.has(code)).map((code) => `\`${code}\``).join(' ');
}

function operationsPage(operations: readonly Operation[]): string {
  const sections = AREAS.map((area) => {
    const rows = operations.filter((operation) => operation.area === area).map((operation) => [
      operation.method, `\`${operation.path}\``, operation.id, operation.scopes.join(', ') || 'none', keyColumn(operation),
      Object.keys(operation.response).join(', '), cell(operation.summary), ownCodes(operation),
    ]);
    if (rows.length === 0) return `## ${area}\n\nPlanned.\n`;
    const head = ['Method', 'Path', 'Operation', 'Scopes', 'Idempotency-Key', 'Status', 'What it does', 'Own refusals'];
    return [`## ${area}`, '', ...[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`), ''].join('\n');
  });
  return [
    '# Operations', '', NOTICE, '',
    `${operations.length} operations below \`/api/v1\`. Every operation can also answer the refusals of authentication, scopes, rate limits,`,
    'idempotency and validation; see [errors](errors.md). The machine-readable form is [openapi.json](openapi.json).', '',
    ...sections,
  ].join('\n');
}

function errorsPage(operations: readonly Operation[]): string {
  const sections = ERROR_CODES.map((code) => {
    const { status, title, remedy, retryable } = CATALOGUE[code];
    const users = operations.filter(({ errors }) => errors.includes(code)).map(({ id }) => `\`${id}\``);
    return [
      `## ${code}`, '', `HTTP ${status}. ${title}. ${CAUSES[code]} ${remedy}${retryable ? ' The same call may succeed later.' : ''}`, '',
      ...(users.length > 0 ? [`Answered by ${users.join(', ')}.`, ''] : []),
    ].join('\n');
  });
  return [
    '# Errors', '', NOTICE, '',
    'Every error is `{"error": {"code", "message", "requestId", "docUrl", "details"?}}`. Match on `code`: codes are permanent, messages are not.',
    '`docUrl` opens the section of the code below, on the server that answered. The same codes appear as `failureCode` of records whose background work failed.', '',
    ...sections,
  ].join('\n');
}

/** The default of a setting as code, or in words where it is not a value. */
const defaultCell = ({ shown }: Setting): string => (/[\s`]|^none$/.test(shown) ? shown : `\`${shown}\``);

function settingsPage(): string {
  const sections = Object.entries<Record<string, Setting>>(SETTING_GROUPS).map(([group, settings]) => {
    const rows = Object.entries(settings).map(([name, setting]) => [
      `\`${name}\``, cell(setting.meaning), defaultCell(setting), setting.unit ?? setting.choices?.map((word) => `\`${word}\``).join(', ') ?? '',
    ]);
    const head = ['Setting', 'Meaning', 'Default', 'Unit or values'];
    return [`## ${group}`, '', ...[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`), ''].join('\n');
  });
  return [
    '# Settings', '', NOTICE, '',
    'Environment variables of every command, declared in `src/kernel/config/settings.ts`. A value that cannot be used ends the command with the name of',
    'its variable. `proscenium help settings` prints them.', '',
    ...sections,
  ].join('\n');
}

/** The content of every generated file, by file name. */
export function generatedDocs(operations: readonly Operation[] = OPERATIONS): Record<string, string> {
  return {
    'openapi.json': `${JSON.stringify(openApiDocument(operations, BASE_URL), null, 2)}\n`,
    'operations.md': operationsPage(operations),
    'errors.md': errorsPage(operations),
    'settings.md': settingsPage(),
  };
}

/** Pages that people write, with tables that are generated. */
const FILLED: Record<string, () => Record<string, string>> = { 'runbook.md': runbookTables };

/** The content of every generated file and of every page in this folder that has generated tables, by file name. */
async function docsIn(folder: string): Promise<Record<string, string>> {
  const filled = await Promise.all(Object.entries(FILLED).map(async ([name, tables]) => {
    const page = await findText(path.join(folder, name));
    return page === null ? [] : [[name, fillTables(page, tables())] as const];
  }));
  return { ...generatedDocs(), ...Object.fromEntries(filled.flat()) };
}

async function findText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * `docs [--check] [--dir <folder>]`: writes the generated docs, or with `--check` exits 1 when they are out of date.
 */
export async function runDocs(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: { check: { type: 'boolean', default: false }, dir: { type: 'string', default: 'docs' } } });
  const stale: string[] = [];
  for (const [name, content] of Object.entries(await docsIn(values.dir))) {
    const file = path.join(values.dir, name);
    if (await findText(file) === content) continue;
    stale.push(file);
    if (values.check) continue;
    await mkdir(values.dir, { recursive: true });
    await writeFile(file, content);
  }
  if (values.check && stale.length > 0) {
    process.stderr.write(`out of date: ${stale.join(', ')}; run \`npm run docs\`\n`);
    process.exitCode = 1;
    return;
  }
  process.stdout.write(stale.length === 0 ? 'the docs are up to date\n' : values.check ? '' : `wrote ${stale.join(', ')}\n`);
}
