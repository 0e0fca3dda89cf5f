import { html, type Markup, type Renderable } from '../html.js';
import { brand } from '../templates/icons.js';
import { shell, type PageContext } from '../templates/shell.js';
import { areaPath, operationPath, placesOf, type ApiDocument, type Place } from './document.js';

/** A page of the documentation; `at` is its path, which the side bar marks. */
export interface DocsPage { at: string; title: string; description: string; body: Renderable; words?: string }

const GUIDES = [['/docs', 'Reference'], ['/docs/first-production', 'Your first production'], ['/docs/errors', 'Errors']] as const;

const linkTo = (path: string, words: Renderable, at: string): Markup =>
  html`<a href="${path}"${path === at ? html` aria-current="page"` : null}>${words}</a>`;

/** Finds operations by their words. The script of the page filters while the reader types; without scripts the form loads the result. */
const searchBox = (words: string): Markup => html`<form class="find" role="search" action="/docs" method="get">
<label for="find">Find an operation</label><input id="find" type="search" name="q" value="${words}" placeholder="cast, publish, MP3 …" autocomplete="off">
<button class="pill">Find</button></form>`;

/** The text in which operations are searched: id, method, path and summary. */
const wordsOf = ({ method, path, operation }: Place): string => `${operation.operationId} ${method} ${path} ${operation.summary}`.toLowerCase();

/** The operations whose text contains all of these words. */
export function findPlaces(document: ApiDocument, words: string): Place[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return placesOf(document).filter((place) => wanted.every((word) => wordsOf(place).includes(word)));
}

function sideBar(document: ApiDocument, { at, words = '' }: DocsPage): Markup {
  const places = placesOf(document);
  return html`<div class="side">${searchBox(words)}<p class="fine" id="found" role="status"></p>
<nav aria-label="Documentation"><ul>${GUIDES.map(([path, name]) => html`<li>${linkTo(path, name, at)}</li>`)}</ul></nav>
<details class="operations"><summary>Operations</summary><nav aria-label="Operations">${document.tags.map((tag) => html`<details${areaPath(tag.name) === at ? html` open` : null}><summary>${tag['x-displayName']}</summary>
<ul><li>${linkTo(areaPath(tag.name), html`All of ${tag['x-displayName']}`, at)}</li>${places.filter(({ area }) => area === tag.name).map((place) =>
    html`<li data-find="${wordsOf(place)}"><a href="${operationPath(place)}">${place.operation.operationId}</a></li>`)}</ul></details>`)}</nav></details></div>`;
}

/** The whole page with its side bar. */
export function docsFrame(context: PageContext, document: ApiDocument, page: DocsPage): string {
  return shell(context, {
    view: 'docs', title: `${page.title} · Proscenium`, description: page.description, indexable: true, client: { script: 'reference.js', data: {} },
    body: html`<a class="skip" href="#content">To the content</a><header class="top">${brand()}</header><div class="docs">${sideBar(document, page)}
<main id="content"><h1>${page.title}</h1>${page.body}</main></div>`,
  });
}
