/** Markup that is safe to send. Made only by `html` and `jsonIsland`, so unescaped text cannot reach a page by accident. */
export class Markup {
  constructor(readonly source: string) {}
}

export type Renderable = Markup | string | number | null | undefined | false | readonly Renderable[];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
}

const CHARACTERS = new Map(Object.entries(ESCAPES).map(([char, entity]) => [entity, char]));

/** The text that `escapeHtml` escaped. */
export const textOf = (escaped: string): string => escaped.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS.get(entity) ?? entity);

function render(value: Renderable): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Markup) return value.source;
  if (typeof value === 'object') return value.map(render).join('');
  return escapeHtml(String(value));
}

/** A template literal whose values are escaped; nested `html` is kept, arrays are joined, null and false vanish. */
export function html(parts: TemplateStringsArray, ...values: Renderable[]): Markup {
  return new Markup(parts.reduce((out, part, index) => out + part + (index < values.length ? render(values[index]) : ''), ''));
}

/** A JSON data block for the page's client; no value inside can end the script element or break a JavaScript parser. */
export function jsonIsland(id: string, value: unknown): Markup {
  const json = JSON.stringify(value).replace(/</g, '\\u003c').replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029');
  return new Markup(`<script type="application/json" id="${escapeHtml(id)}">${json}</script>`);
}
