import { CATALOGUE, ERROR_CODES } from '../../kernel/errors/catalogue.js';
import { CAUSES } from '../../kernel/errors/causes.js';
import { html } from '../html.js';
import type { PageContext } from '../templates/shell.js';
import { operationPath, placesOf, type DocsContent } from './document.js';
import { docsFrame } from './frame.js';
import { prose } from './prose.js';

/** `/docs/errors`: each error code with its cause, an example answer and the remedy, under an anchor named after the code. */
export function errorReferencePage(context: PageContext, { document }: DocsContent): string {
  return docsFrame(context, document, {
    at: '/docs/errors', title: 'Errors', description: 'Every error code, what causes it, and what to do about it',
    body: html`${prose('Match on `code`: codes are permanent, messages are not. The same codes appear as `failureCode` of work that failed.')}
${ERROR_CODES.map((code) => {
    const { status, title, remedy, retryable } = CATALOGUE[code];
    const example = document.components.examples[code]?.value;
    return html`<section class="operation" aria-labelledby="${code}"><h2 id="${code}"><code>${code}</code></h2><p><b>${title}</b>, HTTP ${status}.</p>
<dl class="mend"><dt>Cause</dt><dd>${prose(CAUSES[code])}</dd><dt>What to do</dt><dd>${prose(remedy)}${retryable ? html`<p>The same call may succeed later.</p>` : null}</dd></dl>
${example === undefined ? null : html`<details><summary>Example</summary><pre tabindex="0" role="region" aria-label="${code}: example"><code>${JSON.stringify(example, null, 2)}</code></pre></details>`}</section>`;
  })}`,
  });
}

/** `/docs/first-production`: one recipe, step by step. */
export function firstProductionPage(context: PageContext, { document, firstProduction: { title, summary, steps, script } }: DocsContent): string {
  const places = new Map(placesOf(document).map((place) => [place.operation.operationId, operationPath(place)]));
  return docsFrame(context, document, {
    at: '/docs/first-production', title: 'Your first production by hand', description: title,
    body: html`<p>${title}. ${summary}</p>
${steps.map((step, at) => html`<h2>${at + 1}. ${step.title}</h2><p><a href="${places.get(step.operationId) ?? '/docs'}">${step.operationId}</a></p>
<pre tabindex="0" role="region" aria-label="Step ${at + 1}"><code>${step.curl}</code></pre>`)}
<h2>All of it as one script</h2><pre tabindex="0" role="region" aria-label="The script"><code>${script}</code></pre>`,
  });
}
