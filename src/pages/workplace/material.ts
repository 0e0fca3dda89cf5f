import { html, type Markup } from '../html.js';
import { select, field, textArea, ownFields } from './forms.js';
import { workplacePaths } from './paths.js';

const READ_MODES = [
  { value: 'drama', label: 'Drama: scenes with a full cast' },
  { value: 'documentary', label: 'Documentary: passages with a narrator' },
  { value: 'podcast', label: 'Podcast: two hosts' },
] as const;

const MINUTES = [
  { value: '', label: 'All of it' }, { value: '1', label: 'About 1 minute' }, { value: '3', label: 'About 3 minutes' }, { value: '5', label: 'About 5 minutes' },
  { value: '10', label: 'About 10 minutes' }, { value: '20', label: 'About 20 minutes' }, { value: '30', label: 'About 30 minutes' },
] as const;

/** File, link or text of a new source. */
export const materialFields = (): Markup => html`<label class="drop"><span class="drop-title">Drop a file here, or choose one</span>
<span class="drop-text">Text, Markdown, PDF, EPUB, Word, HTML, Fountain, Final Draft</span>
<input type="file" name="file" accept=".txt,.md,.markdown,.pdf,.epub,.docx,.html,.htm,.fountain,.fdx,text/plain,application/pdf"></label>
${field({ label: 'or paste a link', name: 'link', type: 'url', max: 2000, hint: 'A web page or a PDF that everybody can open' })}
<details class="more"><summary>or paste the text itself</summary>${textArea({ label: 'Text', name: 'text' }, 6)}</details>`;

/** The fields for the kind of read and its length. */
export const wishFields = (mode: string, minutes: string): Markup =>
  html`<div class="pair">${select({ label: 'Make it a', name: 'mode', value: mode }, READ_MODES)}${select({ label: 'Length', name: 'minutes', value: minutes }, MINUTES)}</div>`;

/**
 * The form that makes a production from new material. Without a session it also asks for an API key, as its first field, because no file is received without
 * one. The kind and the length come before the file too, so that they are kept when the key is refused.
 */
export function newProductionForm(formToken: string | null): Markup {
  return html`<form method="post" action="${workplacePaths.newProduction()}" enctype="multipart/form-data" class="sheetlike material">
${ownFields(formToken ?? '')}${formToken === null ? field({ label: 'API key', name: 'key', type: 'password', required: true, hint: 'The server printed one when it started: psc_…' }) : null}
${wishFields('drama', '3')}
${materialFields()}
<button class="pill solid">Hear it</button></form>`;
}
