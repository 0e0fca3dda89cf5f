import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { transformSync } from 'esbuild';
import { OPERATIONS } from '../../api/index.js';
import { ERROR_CODES } from '../../src/kernel/errors/catalogue.js';
import { documentation } from '../../src/main/documentation.js';
import { samplesOf } from '../../src/pages/docs/code-samples.js';
import { placesOf, type Schema } from '../../src/pages/docs/document.js';
import { errorReferencePage, firstProductionPage } from '../../src/pages/docs/guides.js';
import { areaPage, referencePage } from '../../src/pages/docs/reference.js';
import { allowedOf, limitsOf, typeOf } from '../../src/pages/docs/type-words.js';
import { openHouse } from '../browser/pages-house.js';

const page = { nonce: 'nonce', assets: { url: (name: string) => `/assets/0/${name}`, at: () => null }, appUrl: 'http://127.0.0.1' };
const content = documentation(OPERATIONS, 'http://127.0.0.1/api/v1')();
const { document } = content;
const places = placesOf(document);

const idsOf = (text: string): Set<string> => new Set([...text.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!));
/** What the policy of the pages would block, and addresses elsewhere that a page would load. */
const BLOCKED = / style="| on[a-z]+="|<style|<script(?! (?:nonce="nonce"|type="module" src="[^"]+" nonce="nonce"|type="application\/json"))|(?:src|href)="(?:https?:)?\/\/(?!127\.0\.0\.1)/;

const pages: Record<string, string> = {
  '/docs': referencePage(page, content), '/docs/errors': errorReferencePage(page, content), '/docs/first-production': firstProductionPage(page, content),
  ...Object.fromEntries(document.tags.map(({ name }) => [`/docs/${name}`, areaPage(page, content, name)!])),
};
/** The section of an operation. */
const sectionOf = (id: string): string => {
  const { area } = places.find(({ operation }) => operation.operationId === id)!;
  return pages[`/docs/${area}`]!.split('<section ').find((section) => section.includes(`id="${id}"`))!;
};

describe('the pages of documentation', () => {
  it('have an anchor for every operation and every error code, and keep the old anchors on the first page', () => {
    for (const { area, operation: { operationId } } of places) {
      expect([operationId, idsOf(pages[`/docs/${area}`]!).has(operationId), idsOf(pages['/docs']!).has(operationId)]).toEqual([operationId, true, true]);
    }
    expect(places.map(({ operation }) => operation.operationId).sort()).toEqual(OPERATIONS.map(({ id }) => id).sort());
    expect(ERROR_CODES.filter((code) => !idsOf(pages['/docs/errors']!).has(code))).toEqual([]);
    expect(areaPage(page, content, 'nothing')).toBeNull();
  });

  it('link only to pages and anchors that exist', () => {
    const targets = Object.fromEntries(Object.entries(pages).map(([path, text]) => [path, idsOf(text)]));
    for (const text of Object.values(pages)) {
      for (const [, path, id] of text.matchAll(/href="(\/docs[a-z/-]*)(?:#([^"]+))?"/g)) {
        expect([path, id, targets[path!] !== undefined && (id === undefined || targets[path!]!.has(id))]).toEqual([path, id, true]);
      }
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(ids.length).toBe(new Set(ids).size);
    }
    expect(pages['/docs/first-production']!.match(/<p><a href="\/docs\/[a-z-]+#/g)).toHaveLength(content.firstProduction.steps.length);
  });

  it('load and run nothing that their policy blocks', () => {
    for (const text of Object.values(pages)) expect(text.match(BLOCKED)).toBeNull();
  });

  it('show every parameter and every field, with its type, limits, allowed values, and whether it is required', () => {
    for (const { operation } of places) {
      const section = sectionOf(operation.operationId);
      const named = new Set([...section.matchAll(/<th scope="row"><code>([^<]+)<\/code>/g)].map(([, name]) => name!));
      const parts = [operation.requestBody, ...Object.values(operation.responses)];
      const schemas = parts.flatMap((part) => Object.values(part?.content ?? {})).map(({ schema }) => schema!);
      const wanted = [...(operation.parameters ?? []).map(({ name }) => name), ...schemas.filter(Boolean).flatMap((schema) => fieldNames(schema))];
      expect([operation.operationId, wanted.filter((name) => !named.has(name.replaceAll(`'`, '&#39;')))]).toEqual([operation.operationId, []]);
    }
    const created = sectionOf('createPlan');
    expect(created).toMatch(/<code>sourceIds<\/code><\/th>\s*<td>list of string<\/td><td>required<\/td>\s*<td><p class="fine">1 to 20 items, each once<\/p>/);
    expect(created).toMatch(/<code>creativeBrief<\/code><\/th>\s*<td>string or null<\/td><td>optional<\/td>\s*<td><p class="fine">at most 8,000 characters<\/p>/);
    expect(created).toContain('<summary>Fields of target</summary>');
    expect(created).toContain('One of <code>documentary</code>, <code>podcast</code>, <code>drama</code>');
  });

  it('say of a code what causes it, what an answer with it looks like, and what to do', () => {
    const section = pages['/docs/errors']!.split('<section ').find((text) => text.includes('id="insufficient_credits"'))!;
    expect(section).toMatch(/<dt>Cause<\/dt><dd><p>[^<]{30,}[^]*<dt>What to do<\/dt><dd><p>Add [^]*&quot;required&quot;: 10/);
  });

  it('find operations by words without JavaScript', () => {
    const found = referencePage(page, content, 'mp3 finalize');
    expect(found).toContain('/docs/artifacts#finalizeArtifact');
    expect(found).not.toContain('id="createProject"');
    expect(referencePage(page, content, '<b>nothing')).toContain('No operation has all of these words: &lt;b&gt;nothing');
  });

  it('hold their list of operations closed, so that it does not push the text of a narrow page down', () => {
    for (const text of Object.values(pages)) expect(text).toContain('<details class="operations"><summary>Operations</summary><nav aria-label="Operations">');
  });

  it('may send the form of their search box, and tell other sites nothing about the page', async () => {
    const house = await openHouse({ docs: () => content });
    try {
      for (const path of ['/docs', '/docs/errors', '/docs/first-production', '/docs/artifacts', '/docs?q=mp3']) {
        const answer = await fetch(house.url + path);
        expect([path, await answer.text(), answer.headers.get('referrer-policy')]).toEqual([path, expect.stringContaining('action="/docs" method="get"'), 'same-origin']);
        expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'");
      }
    } finally {
      await house.close();
    }
  });
});

/** The fields of the outer object of a schema. */
function fieldNames(schema: Schema): string[] {
  const named = schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema;
  if (named.anyOf) return named.anyOf.flatMap(fieldNames);
  return Object.keys(named.properties ?? {});
}

describe('examples in code', () => {
  const all = places.flatMap((place) => samplesOf(place, document).map((sample) => ({ id: place.operation.operationId, ...sample })));

  it('are TypeScript that compiles', () => {
    const written = all.filter(({ language }) => language === 'TypeScript');
    expect(written.length).toBeGreaterThan(0);
    for (const { id, code } of written) {
      expect(transformSync(code, { loader: 'ts', format: 'esm', target: 'es2022', sourcefile: id }).code.length).toBeGreaterThan(0);
    }
  });

  it('are Python that compiles, and shell that parses', () => {
    const python = all.filter(({ language }) => language === 'Python').map(({ code }) => code);
    execFileSync('python3', ['-c', 'import json, sys\nfor code in json.load(sys.stdin): compile(code, "sample", "exec")'], { input: JSON.stringify(python) });
    const shell = all.filter(({ language }) => language === 'curl').map(({ code }) => code).join('\n');
    execFileSync('sh', ['-n'], { input: shell });
    expect(shell).not.toMatch(/https?:[^"]*\{/);
  });
});

describe('types in words', () => {
  it.each<[Schema, string, string[], string[]]>([
    [{ type: 'string', minLength: 1, maxLength: 200 }, 'string', ['1 to 200 characters'], []],
    [{ anyOf: [{ type: 'integer', minimum: 0 }, { type: 'null' }] }, 'integer or null', ['at least 0'], []],
    [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 3 }, 'list of string', ['at most 3 items'], ['a', 'b']],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'map of number', [], []],
    [{ type: 'string', format: 'date-time' }, 'date and time (ISO 8601)', [], []],
    [{ const: true }, 'boolean', [], ['true']],
  ])('%j is %s', (schema, type, limits, allowed) => {
    expect([typeOf(schema, document), limitsOf(schema, document), allowedOf(schema, document)]).toEqual([type, limits, allowed]);
  });
});
