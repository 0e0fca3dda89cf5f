import type { Visit } from './visit.js';

/** The path of a page that says, above everything else, what was just done. */
export const withDone = (path: string, what: string): string => {
  const [page = path, anchor] = path.split('#');
  return `${page}${page.includes('?') ? '&' : '?'}done=${what}${anchor ? `#${anchor}` : ''}`;
};

/** Says what a form did before it led here, unless there is something more important to say. */
export function sayDone(visit: Visit, texts: Readonly<Record<string, string>>): void {
  const done = visit.query.get('done');
  const text = done !== null && Object.hasOwn(texts, done) ? texts[done] : undefined;
  if (text) visit.notice ??= { tone: 'done', text };
}
