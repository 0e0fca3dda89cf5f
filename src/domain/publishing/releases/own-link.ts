import { publishingPaths } from '../addresses.js';

const LABEL = 'Transcript and people: ';

/** An episode as its page is addressed. */
export interface Addressed { seriesSlug: string; slug: string }

/** The paragraph of a generated description that links to the page of the episode. */
export const ownLink = (pageUrl: string): string => LABEL + pageUrl;

/**
 * A stored description with `pageUrl` in its link to the page of the episode, or without that link for null. The stored link has the host of the day on which
 * it was generated; the server may have moved since.
 */
export function withOwnLink(description: string, { seriesSlug, slug }: Addressed, pageUrl: string | null): string {
  const path = publishingPaths.episodePage(seriesSlug, slug);
  const isOwn = (paragraph: string): boolean =>
    paragraph.startsWith(LABEL) && /^https?:\/\/\S+$/.test(paragraph.slice(LABEL.length)) && paragraph.endsWith(path);
  return description.split('\n\n').flatMap((paragraph) => {
    if (!isOwn(paragraph.trim())) return paragraph;
    return pageUrl === null ? [] : ownLink(pageUrl);
  }).join('\n\n');
}
