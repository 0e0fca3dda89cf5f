import { describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '../../api/index.js';
import { ERROR_CODES } from '../../src/errors/catalogue.js';
import { documentation } from '../../src/main/documentation.js';
import { errorReferencePage, firstProductionPage, referencePage } from '../../src/pages/templates/docs.js';

const page = { nonce: 'nonce', assets: { url: (name: string) => `/assets/0/${name}`, at: () => null }, appUrl: 'http://127.0.0.1' };
const content = documentation(OPERATIONS, 'http://127.0.0.1/api/v1')();

const idsOf = (text: string): Set<string> => new Set([...text.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!));
/** What the policy of the pages would block, and addresses elsewhere that a page would load. */
const BLOCKED = / style="| on[a-z]+="|<style|<script(?! nonce="nonce")|(?:src|href)="(?:https?:)?\/\/(?!127\.0\.0\.1)/;

describe('the pages of documentation', () => {
  const reference = referencePage(page, content);
  const errors = errorReferencePage(page);
  const first = firstProductionPage(page, content);

  it('have every operation and every code under an address of its own', () => {
    expect(OPERATIONS.map(({ id }) => id).filter((id) => !idsOf(reference).has(id))).toEqual([]);
    expect(ERROR_CODES.filter((code) => !idsOf(errors).has(code))).toEqual([]);
  });

  it('lead to what is there', () => {
    const targets = { '/docs': idsOf(reference), '/docs/errors': idsOf(errors) };
    for (const text of [reference, errors, first]) {
      for (const [, path, id] of text.matchAll(/href="(\/docs(?:\/errors)?)#([^"]+)"/g)) {
        expect([id, targets[path as keyof typeof targets].has(id!)]).toEqual([id, true]);
      }
    }
    expect(first.match(/href="\/docs#/g)).toHaveLength(content.firstProduction.steps.length);
  });

  it('load and run nothing that their policy blocks', () => {
    for (const text of [reference, errors, first]) expect(text.match(BLOCKED)).toBeNull();
  });
});
