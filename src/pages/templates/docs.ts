import { CATALOGUE, ERROR_CODES } from '../../errors/catalogue.js';
import { html, type Markup } from '../html.js';
import { brand } from './icons.js';
import { shell, type PageContext } from './shell.js';

interface Example { $ref?: string; value?: unknown }
interface Content { example?: unknown; examples?: Record<string, Example> }
interface Answer { $ref?: string; description?: string; content?: Record<string, Content> }

/** One operation as the OpenAPI document shows it. */
interface DocumentedOperation {
  operationId: string; tags: string[]; summary: string; description: string;
  parameters?: { name: string; in: string; required: boolean; description: string }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Answer>;
}

/** The parts of the OpenAPI document that the reference shows. */
export interface ApiDocument {
  info: { title: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { examples: Record<string, { value: unknown }>; responses: Record<string, Answer> };
}

/** A recipe of `GET /examples`. */
export interface Recipe { title: string; summary: string; script: string; steps: { title: string; operationId: string; curl: string }[] }

/** What the pages of documentation are drawn from. */
export interface DocsContent { document: ApiDocument; firstProduction: Recipe; openapiUrl: string }

/** Text with its `code` marked. */
const prose = (text: string): Markup[] => text.split('\n\n').map((paragraph) =>
  html`<p>${paragraph.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}</p>`);

function frame(context: PageContext, title: string, description: string, body: Markup): string {
  return shell(context, {
    view: 'home', title: `${title} · Proscenium`, description, indexable: true,
    body: html`<header class="top">${brand()}</header><main class="docs"><nav aria-label="Documentation"><ul>
<li><a href="/docs">Reference</a></li><li><a href="/docs/first-production">Your first production</a></li>
<li><a href="/docs/errors">Errors</a></li></ul></nav><h1>${title}</h1>${body}</main>`,
  });
}

function examplesOf(content: Record<string, Content>, document: ApiDocument): Markup[] {
  return Object.entries(content).flatMap(([type, { example, examples }]) => {
    const shown = example === undefined ? Object.values(examples ?? {}) : [{ value: example }];
    return shown.map(({ $ref, value }: Example) => {
      const text = $ref ? document.components.examples[$ref.split('/').at(-1)!]?.value : value;
      return html`<details><summary>${type}</summary><pre tabindex="0">${JSON.stringify(text, null, 2)}</pre></details>`;
    });
  });
}

function answerOf(status: string, answer: Answer, document: ApiDocument): Markup {
  const name = answer.$ref?.split('/').at(-1);
  const { content = {}, description = '' } = name ? document.components.responses[name]! : answer;
  if (!name) return html`<li><b>${status}</b> ${description}${examplesOf(content, document)}</li>`;
  const codes = Object.keys(content['application/json']?.examples ?? {});
  return html`<li><b>${status}</b> ${codes.map((code) => html`<a href="/docs/errors#${code}"><code>${code}</code></a> `)}</li>`;
}

function operationOf(method: string, path: string, operation: DocumentedOperation, document: ApiDocument): Markup {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  return html`<section id="${operationId}"><h3><code>${method.toUpperCase()} ${path}</code></h3><p><b>${summary}</b></p>${prose(description)}
${parameters.length > 0 ? html`<h4>Parameters</h4><ul>${parameters.map((each) =>
    html`<li><code>${each.name}</code> (${each.in}${each.required ? ', required' : ''}): ${each.description}</li>`)}</ul>` : null}
${requestBody ? html`<h4>Body</h4>${examplesOf(requestBody.content, document)}` : null}
<h4>Answers</h4><ul>${Object.entries(responses).map(([status, answer]) => answerOf(status, answer, document))}</ul></section>`;
}

/** `/docs`: every operation by area. */
export function referencePage(context: PageContext, { document, openapiUrl }: DocsContent): string {
  const all = Object.entries(document.paths).flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method, operation })));
  return frame(context, 'Reference', document.info.title, html`${prose(document.info.description)}
<p><a href="${openapiUrl}">The OpenAPI document</a>, for generators.</p>
<nav aria-label="Areas"><ul>${document.tags.map(({ name }) => html`<li><a href="#${name}">${name}</a></li>`)}</ul></nav>
${document.tags.map((tag) => html`<h2 id="${tag.name}">${tag.name}</h2>${prose(tag.description)}${all.filter(({ operation }) => operation.tags[0] === tag.name)
    .map(({ method, path, operation }) => operationOf(method, path, operation, document))}`)}`);
}

/** `/docs/errors`: each code with what it means and what to do, under an anchor of its name. */
export function errorReferencePage(context: PageContext): string {
  return frame(context, 'Errors', 'Every error code, and what to do about it', html`
${prose('Match on `code`: codes are permanent, messages are not. The same codes appear as `failureCode` of work that failed.')}
${ERROR_CODES.map((code) => {
    const { status, title, remedy, retryable } = CATALOGUE[code];
    return html`<section id="${code}"><h3><code>${code}</code></h3>${prose(`HTTP ${status}. ${title}. ${remedy}`)}
${retryable ? html`<p>The same call may succeed later.</p>` : null}</section>`;
  })}`);
}

/** `/docs/first-production`: one recipe, step by step. */
export function firstProductionPage(context: PageContext, { firstProduction: { title, summary, steps, script } }: DocsContent): string {
  return frame(context, 'Your first production by hand', title, html`<p>${title}. ${summary}</p>
${steps.map((step, at) => html`<h2>${at + 1}. ${step.title}</h2><p><a href="/docs#${step.operationId}">${step.operationId}</a></p><pre tabindex="0">${step.curl}</pre>`)}
<h2>All of it as one script</h2><pre tabindex="0">${script}</pre>`);
}
