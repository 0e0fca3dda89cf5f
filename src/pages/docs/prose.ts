import { html, type Markup } from '../html.js';

/** Paragraphs of text with its `code` marked. */
export const prose = (text: string): Markup[] => text.split('\n\n').map((paragraph) =>
  html`<p>${paragraph.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}</p>`);
