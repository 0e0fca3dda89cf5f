import { html, type Markup } from '../html.js';
import type { PageContext } from '../templates/shell.js';
import { samplesOf } from './code-samples.js';
import { areaPath, exampleOf, nameOf, operationPath, placesOf, type Answer, type ApiDocument, type Content, type DocsContent, type Place } from './document.js';
import { fieldsOf, parametersTable } from './fields.js';
import { docsFrame, findPlaces } from './frame.js';
import { prose } from './prose.js';

const codeBlock = (code: string, label: string): Markup => html`<pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre>`;

function contentOf(title: string, type: string, content: Content, document: ApiDocument): Markup {
  const example = exampleOf(content, document);
  return html`<p class="fine"><code>${type}</code></p>${content.schema ? fieldsOf(title, content.schema, document) : null}
${example === undefined ? null : html`<details><summary>Example</summary>${codeBlock(typeof example === 'string' ? example : JSON.stringify(example, null, 2), `${title}: example`)}</details>`}`;
}

const contentsOf = (title: string, content: Record<string, Content>, document: ApiDocument): Markup[] =>
  Object.entries(content).map(([type, each]) => contentOf(title, type, each, document));

function answerOf(id: string, [status, answer]: [string, Answer], document: ApiDocument): Markup {
  const { content = {}, description = '' } = answer;
  const title = `Answer ${status} of ${id}`;
  return html`<details class="answer" open><summary><b>${status}</b> ${description}</summary>${contentsOf(title, content, document)}</details>`;
}

/** The error codes of an operation's refusals, by status. */
function refusalsOf(answers: [string, Answer][], document: ApiDocument): Markup {
  return html`<ul class="codes">${answers.map(([status, { $ref = '' }]) => {
    const codes = Object.keys(document.components.responses[nameOf($ref)]?.content?.['application/json']?.examples ?? {});
    return html`<li><b>${status}</b> ${codes.map((code) => html`<a href="/docs/errors#${code}"><code>${code}</code></a> `)}</li>`;
  })}</ul>`;
}

function samples(place: Place, document: ApiDocument): Markup {
  const { operationId } = place.operation;
  return html`<h3>Example</h3>${samplesOf(place, document).map(({ language, code }, at) =>
    html`<details class="sample" name="sample-${operationId}"${at === 0 ? html` open` : null}><summary>${language}</summary>${codeBlock(code, `${operationId} in ${language}`)}</details>`)}`;
}

function operationOf(place: Place, document: ApiDocument): Markup {
  const { method, path, operation } = place;
  const { operationId: id, summary, description, parameters = [], requestBody, responses } = operation;
  const answers = Object.entries(responses);
  const good = answers.filter(([status]) => Number(status) < 400);
  return html`<section class="operation" aria-labelledby="${id}"><h2 id="${id}">${summary}</h2>
<p class="call"><b class="method">${method}</b> <code>${path}</code> <a class="fine" href="#${id}">${id}</a></p>${prose(description)}
${parameters.length > 0 ? html`<h3>Parameters</h3>${parametersTable(parameters, document)}` : null}
${requestBody ? html`<h3>Body${requestBody.required ? '' : ', optional'}</h3>${contentsOf(`Body of ${id}`, requestBody.content, document)}` : null}
<h3>Answers</h3>${good.map((answer) => answerOf(id, answer, document))}
<h3>Refusals</h3>${refusalsOf(answers.filter((answer) => !good.includes(answer)), document)}
${samples(place, document)}</section>`;
}

const entryOf = (place: Place): Markup =>
  html`<li id="${place.operation.operationId}"><a href="${operationPath(place)}">${place.operation.summary}</a> <span class="fine"><b>${place.method}</b> <code>${place.path}</code></span></li>`;

/** The result of `/docs?q=words`. */
function foundBody(document: ApiDocument, words: string): Markup {
  const found = findPlaces(document, words);
  if (found.length === 0) return html`<p>No operation has all of these words: ${words}. <a href="/docs">All operations</a></p>`;
  return html`<p>${found.length === 1 ? 'One operation' : `${found.length} operations`} for “${words}”. <a href="/docs">All operations</a></p>
<ul class="index">${found.map(entryOf)}</ul>`;
}

/** `/docs`: every area with its operations, each a link to its section on the page of its area. With `words`, only the operations that contain them. */
export function referencePage(context: PageContext, { document, openapiUrl }: DocsContent, words = ''): string {
  const places = placesOf(document);
  const body = html`${prose(document.info.description)}<p><a href="${openapiUrl}">The OpenAPI document</a>, for generators.</p>
${document.tags.map((tag) => html`<section aria-labelledby="${tag.name}"><h2 id="${tag.name}"><a href="${areaPath(tag.name)}">${tag['x-displayName']}</a></h2>${prose(tag.description)}
<ul class="index">${places.filter(({ area }) => area === tag.name).map(entryOf)}</ul></section>`)}`;
  return docsFrame(context, document, {
    at: '/docs', title: words ? 'Found in the reference' : 'Reference', description: document.info.title, words, body: words ? foundBody(document, words) : body,
  });
}

/** The rendered operations of each area. They are kept, because the tables of a large area take tenths of a second. */
const drawn = new WeakMap<ApiDocument, Map<string, Markup>>();

function operationsOf(document: ApiDocument, area: string): Markup {
  const known = drawn.get(document) ?? new Map<string, Markup>();
  drawn.set(document, known);
  const found = known.get(area) ?? html`${placesOf(document).filter((place) => place.area === area).map((place) => operationOf(place, document))}`;
  known.set(area, found);
  return found;
}

/** `/docs/{area}`: its operations with all fields; null for an area that does not exist. */
export function areaPage(context: PageContext, { document }: DocsContent, area: string): string | null {
  const tag = document.tags.find(({ name }) => name === area);
  if (!tag) return null;
  return docsFrame(context, document, {
    at: areaPath(area), title: tag['x-displayName'], description: tag.description, body: html`${prose(tag.description)}${operationsOf(document, area)}`,
  });
}
