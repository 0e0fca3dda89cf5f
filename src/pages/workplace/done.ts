import type { Visit } from './visit.js';

/** Adds to a path which action was just done, so that the page reports it at its top. */
export const withDone = (path: string, what: string): string => {
  const [page = path, anchor] = path.split('#');
  return `${page}${page.includes('?') ? '&' : '?'}done=${what}${anchor ? `#${anchor}` : ''}`;
};

/** The address of a page without what was just done, so that the page does not report it again when it is shown anew. */
export function withoutDone(address: string): string {
  const [path = '', ...query] = address.split(/[?&]/);
  const left = query.filter((pair) => !pair.startsWith('done='));
  return left.length === 0 ? path : `${path}?${left.join('&')}`;
}

/** Reports what a form did before it redirected here, unless the page already has a notice. */
export function sayDone(visit: Visit, texts: Readonly<Record<string, string>>): void {
  const done = visit.query.get('done');
  const text = done !== null && Object.hasOwn(texts, done) ? texts[done] : undefined;
  if (text) visit.notice ??= { tone: 'done', text };
}
