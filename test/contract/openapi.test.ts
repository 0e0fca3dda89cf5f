import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { OPERATIONS } from '../../api/index.js';
import { ERROR_CODES } from '../../src/kernel/errors/catalogue.js';
import { generatedDocs, runDocs } from '../../src/main/docs/generate-docs.js';

const docs = generatedDocs();
const CONFIG = path.resolve('test/contract/redocly.yaml');

async function lint(document: string): Promise<{ ok: boolean; output: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'openapi-'));
  try {
    const file = path.join(folder, 'openapi.json');
    await writeFile(file, document);
    const cli = path.join(path.dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');
    const env = { ...process.env, NODE_OPTIONS: '', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    return await promisify(execFile)(process.execPath, [cli, 'lint', file, '--config', CONFIG, '--max-problems', '20'], { env, cwd: folder })
      .then(({ stderr }) => ({ ok: !/warning|error/i.test(stderr.replaceAll(/Deprecation warning/g, '')), output: stderr }))
      .catch((error: { stdout?: string; stderr?: string }) => ({ ok: false, output: `${error.stdout}${error.stderr}` }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('the OpenAPI document', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(docs['openapi.json']!) as Record<string, unknown>);
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  it('passes the linter, without a warning', async () => {
    const { ok, output } = await lint(docs['openapi.json']!);
    expect(ok ? '' : output).toBe('');
  });

  it('would not pass the linter with a broken reference', async () => {
    const broken = docs['openapi.json']!.replace('#/components/schemas/ProjectEnvelope', '#/components/schemas/NoSuchThing');
    expect((await lint(broken)).ok).toBe(false);
  });

  /** Generators name an anonymous enumeration after its property; with two of them under one property, two types get one name. */
  it('has no two anonymous enumerations under one property', () => {
    const clashes: string[] = [];
    const listed = (node: unknown): number => {
      if (typeof node !== 'object' || node === null || '$ref' in node) return 0;
      if ('enum' in node || ('const' in node && typeof node.const === 'string')) return 1;
      const { anyOf = [], oneOf = [], items } = node as { anyOf?: unknown[]; oneOf?: unknown[]; items?: unknown };
      return [...anyOf, ...oneOf, items].reduce<number>((sum, child) => sum + listed(child), 0);
    };
    const look = (node: unknown, at: string): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const [name, property] of Object.entries((node as { properties?: object }).properties ?? {})) if (listed(property) > 1) clashes.push(`${at}.${name}`);
      for (const [name, child] of Object.entries(node)) look(child, `${at}/${name}`);
    };
    look(JSON.parse(docs['openapi.json']!), '');
    expect(clashes).toEqual([]);
  });

  it('bounds every integer of a request by what its column holds', () => {
    const document = JSON.parse(docs['openapi.json']!) as { components: { schemas: Record<string, unknown> }; paths: Record<string, Record<string, any>> };
    const unbounded = new Set<string>();
    const seen = new Set<unknown>();
    const look = (node: unknown, at: string): void => {
      if (typeof node !== 'object' || node === null || seen.has(node)) return;
      seen.add(node);
      const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, $ref } = node as Record<string, any>;
      if (type === 'integer' || (Array.isArray(type) && type.includes('integer'))) {
        if (!((maximum ?? exclusiveMaximum) <= 2 ** 31 - 1 && (minimum ?? exclusiveMinimum) >= -(2 ** 31))) unbounded.add(at);
      }
      if (typeof $ref === 'string') look(document.components.schemas[$ref.split('/').at(-1)!], $ref);
      for (const [name, child] of Object.entries(node)) look(child, `${at}/${name}`);
    };
    for (const [route, methods] of Object.entries(document.paths)) {
      for (const [method, { parameters, requestBody }] of Object.entries(methods)) look([parameters, requestBody], `${method} ${route}`);
    }
    expect([...unbounded]).toEqual([]);
  });

  it('is generated with the same bytes each time', () => {
    expect(generatedDocs()).toEqual(docs);
  });
});

describe('the generated pages', () => {
  it('name every operation and every code', () => {
    for (const { path: route, id } of OPERATIONS) expect(docs['operations.md']).toContain(`\`${route}\` | ${id} |`);
    for (const code of ERROR_CODES) expect(docs['errors.md']).toContain(`## ${code}\n`);
  });

  it('update the tables of the runbook where its comments say, and fail when such a comment is missing', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'docs-'));
    const before = process.exitCode;
    const file = path.join(folder, 'runbook.md');
    try {
      await runDocs(['--dir', folder]);
      await writeFile(file, 'Words of people.\n\n<!-- generated: workflow ids -->\nold\n<!-- end -->\n\n<!-- generated: stages -->\n<!-- end -->\nMore words.\n');
      await runDocs(['--check', '--dir', folder]);
      expect(process.exitCode).toBe(1);
      process.exitCode = before;
      await runDocs(['--dir', folder]);
      const page = await readFile(file, 'utf8');
      for (const text of ['Words of people.', 'More words.', '| `finalize` | `finalize:<artifact>:r<revision>` |', '| `releases` |', '| `drawing` | draws pictures |']) {
        expect(page.split(text)).toHaveLength(2);
      }
      await writeFile(file, '<!-- generated: stages -->\n<!-- end -->\n');
      await expect(runDocs(['--dir', folder])).rejects.toThrow('no comment says where the table "workflow ids" is');
    } finally {
      process.exitCode = before;
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('are checked for drift', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'docs-'));
    const before = process.exitCode;
    try {
      await runDocs(['--check', '--dir', folder]);
      expect(process.exitCode).toBe(1);
      process.exitCode = before;
      await runDocs(['--dir', folder]);
      await runDocs(['--check', '--dir', folder]);
      expect(process.exitCode).toBe(before);
    } finally {
      process.exitCode = before;
      await rm(folder, { recursive: true, force: true });
    }
  });
});
