import { html, type Markup, type Renderable } from '../html.js';
import { nameOf, type ApiDocument, type Parameter, type Schema } from './document.js';
import { prose } from './prose.js';
import { allowedOf, limitsOf, objectsOf, patternOf, typeOf } from './type-words.js';

interface Row { name: string; schema: Schema; required: boolean; description: string | undefined; note?: string }

/** Objects in objects are shown to this depth; deeper ones are only named by their type. */
const MAX_DEPTH = 6;

/** A body or an answer with at most this many fields is an envelope: the fields of its first field are shown open. */
const ENVELOPE_FIELDS = 2;

/** `within` are the named schemas that contain a row. They are not shown again inside themselves. */
interface Where { document: ApiDocument; within: readonly string[]; depth: number }

const HEAD = html`<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Required</th><th scope="col">Description</th></tr></thead>`;

/** Limits, allowed values, pattern and default, each as a sentence of its own. */
function boundsOf({ schema }: Row, document: ApiDocument): Renderable {
  const limits = limitsOf(schema, document);
  const allowed = allowedOf(schema, document);
  const pattern = allowed.length === 0 ? patternOf(schema, document) : null;
  return [
    limits.length > 0 ? html`<p class="fine">${limits.join(', ')}</p>` : null,
    allowed.length > 0 ? html`<p class="fine">${allowed.length === 1 ? 'Always' : 'One of'} ${allowed.map((value, at) => [at > 0 ? ', ' : '', html`<code>${value}</code>`])}</p>` : null,
    pattern ? html`<p class="fine">Matches <code>${pattern}</code></p>` : null,
    schema.default === undefined ? null : html`<p class="fine">Default: <code>${JSON.stringify(schema.default)}</code></p>`,
  ];
}

function nestedOf(row: Row, { document, within, depth }: Where, isOpen: boolean): Renderable {
  if (depth >= MAX_DEPTH) return null;
  const objects = objectsOf(row.schema, document).filter(({ name }) => name === null || !within.includes(name));
  return objects.map(({ name, object }, at) => {
    const title = objects.length > 1 ? `Fields of ${row.name}, form ${at + 1}` : `Fields of ${row.name}`;
    const inner = { document, within: name ? [...within, name] : within, depth: depth + 1 };
    return html`<tr class="nested"><td colspan="4"><details${isOpen ? html` open` : null}><summary>${title}</summary>${tableOf(title, rowsOf(object), inner)}</details></td></tr>`;
  });
}

function rowOf(row: Row, where: Where, isOpen: boolean): Markup {
  const { document } = where;
  return html`<tr><th scope="row"><code>${row.name}</code>${row.note ? html` <span class="fine">${row.note}</span>` : null}</th>
<td>${typeOf(row.schema, document)}</td><td>${row.required ? 'required' : 'optional'}</td>
<td>${row.description ? prose(row.description) : null}${boundsOf(row, document)}</td></tr>${nestedOf(row, where, isOpen)}`;
}

const tableOf = (title: string, rows: readonly Row[], where: Where): Markup =>
  html`<table><caption class="vh">${title}</caption>${HEAD}<tbody>${rows.map((row, at) => rowOf(row, where, at === 0 && where.depth === 0 && rows.length <= ENVELOPE_FIELDS))}</tbody></table>`;

function rowsOf({ properties = {}, required = [] }: Schema): Row[] {
  return Object.entries(properties).map(([name, schema]) => ({ name, schema, required: required.includes(name), description: schema.description }));
}

/** The fields of a body or an answer, with those of the objects in it. A value that is not an object is named by its type. */
export function fieldsOf(title: string, schema: Schema, document: ApiDocument): Markup {
  const objects = objectsOf(schema, document);
  if (objects.length === 0) return html`<p>${typeOf(schema, document)}${schema.description ? `: ${schema.description}` : ''}</p>`;
  const isList = typeOf(schema, document).startsWith('list');
  return html`${objects.map(({ name, object }, at) => html`${objects.length > 1 ? html`<p class="form">Form ${at + 1} of ${objects.length}</p>` : null}
${isList ? html`<p>A list of these:</p>` : null}${object.description && name ? prose(object.description) : null}
${tableOf(objects.length > 1 ? `${title}, form ${at + 1}` : title, rowsOf(object), { document, within: name ? [name] : [], depth: 0 })}`)}`;
}

const PLACES: Record<string, string> = { path: 'in the path', query: 'in the query', header: 'header' };

/** The parameters of an operation, in the same form as fields. */
export function parametersTable(parameters: readonly Parameter[], document: ApiDocument): Markup {
  const rows = parameters.map(({ name, schema, required, description, in: place }) => ({ name, schema, required, description, note: PLACES[place] ?? place }));
  return tableOf('Parameters', rows, { document, within: [], depth: 0 });
}

/** The name of the schema of some content, for a heading. */
export const schemaName = (schema: Schema | undefined): string | null => (schema?.$ref ? nameOf(schema.$ref) : null);
