import { html, Markup } from '../html.js';

const SHAPES = {
  play: '<path d="M8 5.2v13.6c0 .8.9 1.3 1.6.8l10-6.8c.6-.4.6-1.2 0-1.6l-10-6.8c-.7-.5-1.6 0-1.6.8Z"/>',
  pause: '<rect x="6.5" y="5" width="4" height="14" rx="1.2"/><rect x="13.5" y="5" width="4" height="14" rx="1.2"/>',
  previous: '<path d="M17.5 6.2v11.6c0 .8-.9 1.3-1.6.8l-8-5.8a1 1 0 0 1 0-1.6l8-5.8c.7-.5 1.6 0 1.6.8Z"/>'
    + '<rect x="4.8" y="5.5" width="2.2" height="13" rx="1"/>',
  next: '<path d="M6.5 6.2v11.6c0 .8.9 1.3 1.6.8l8-5.8a1 1 0 0 0 0-1.6l-8-5.8c-.7-.5-1.6 0-1.6.8Z"/>'
    + '<rect x="17" y="5.5" width="2.2" height="13" rx="1"/>',
  captions: '<path fill-rule="evenodd" d="M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2Z'
    + 'm6.3 6.2A2.6 2.6 0 0 0 6.2 12a2.6 2.6 0 0 0 5.1.8H9.7a1 1 0 1 1 0-1.6Z'
    + 'm6.6 0A2.6 2.6 0 0 0 12.8 12a2.6 2.6 0 0 0 5.1.8h-1.6a1 1 0 1 1 0-1.6Z"/>',
  full: '<path d="M4 9.5V5a1 1 0 0 1 1-1h4.5v2H6v3.5Zm10.5-5.5H19a1 1 0 0 1 1 1v4.5h-2V6h-3.5ZM6 14.5V18h3.5v2H5a1 1 0 0 1-1-1'
    + 'v-4.5Zm12 0h2V19a1 1 0 0 1-1 1h-4.5v-2H18Z"/>',
  sound: '<path d="M4 9.5h3.2l4.3-3.7c.6-.5 1.5-.1 1.5.7v11c0 .8-.9 1.2-1.5.7l-4.3-3.7H4a1 1 0 0 1-1-1v-3a1 1 0 0 1 1-1Z'
    + 'm11.6-1.2a5 5 0 0 1 0 7.4l-1.2-1.5a3 3 0 0 0 0-4.4Zm2.5-2.7a8.6 8.6 0 0 1 0 12.8l-1.3-1.5a6.6 6.6 0 0 0 0-9.8Z"/>',
  muted: '<path d="M4 9.5h3.2l4.3-3.7c.6-.5 1.5-.1 1.5.7v11c0 .8-.9 1.2-1.5.7l-4.3-3.7H4a1 1 0 0 1-1-1v-3a1 1 0 0 1 1-1Z'
    + 'm11.4.5 1.4-1.4 1.7 1.7 1.7-1.7 1.4 1.4-1.7 1.7 1.7 1.7-1.4 1.4-1.7-1.7-1.7 1.7-1.4-1.4 1.7-1.7Z"/>',
  share: '<path d="M12 3.5 16.5 8l-1.4 1.4L13 7.3V15h-2V7.3L8.9 9.4 7.5 8ZM5 12h2v6.5h10V12h2v7.5a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1Z"/>',
  keyboard: '<path fill-rule="evenodd" d="M4 6h16a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2Zm1 3v2h2V9Zm4 0v2h2V9Z'
    + 'm4 0v2h2V9Zm4 0v2h2V9ZM7 13.5v2h10v-2Z"/>',
  about: '<path fill-rule="evenodd" d="M12 3.4a8.6 8.6 0 1 0 0 17.2 8.6 8.6 0 0 0 0-17.2Zm-1.1 7h2.2V17h-2.2Zm0-3.6h2.2V9h-2.2Z"/>',
  settings: '<path fill-rule="evenodd" d="M10.6 3h2.8l.5 2.4 1.7.7 2-1.4 2 2-1.4 2 .7 1.7 2.4.5v2.8l-2.4.5-.7 1.7 1.4 2-2 2-2-1.4-1.7.7-.5 2.4h-2.8'
    + 'l-.5-2.4-1.7-.7-2 1.4-2-2 1.4-2-.7-1.7-2.4-.5v-2.8l2.4-.5.7-1.7-1.4-2 2-2 2 1.4 1.7-.7ZM12 8.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4Z"/>',
  back: '<path d="M12 5V2L7 6l5 4V7a6.2 6.2 0 1 1-6.2 6.2h-2A8.2 8.2 0 1 0 12 5Z"/><text x="12" y="16" font-size="7.5" font-weight="700" text-anchor="middle">15</text>',
  ahead: '<path d="M12 5V2l5 4-5 4V7a6.2 6.2 0 1 0 6.2 6.2h2A8.2 8.2 0 1 1 12 5Z"/><text x="12" y="16" font-size="7.5" font-weight="700" text-anchor="middle">15</text>',
  mixer: '<path d="M5 4h2v6H5Zm0 12h2v4H5Zm-1.5-5h5v4h-5ZM11 4h2v2h-2Zm0 8h2v8h-2ZM9.5 7h5v4h-5ZM17 4h2v10h-2Zm0 15h2v1h-2Zm-1.5-4h5v3h-5Z"/>',
  search: '<path fill-rule="evenodd" d="M10 4a6 6 0 1 0 3.6 10.8l4.8 4.8 1.4-1.4-4.8-4.8A6 6 0 0 0 10 4Zm0 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z"/>',
  listen: '<path d="M12 4a8 8 0 0 0-8 8v5a2 2 0 0 0 2 2h2.5v-7H6a6 6 0 1 1 12 0h-2.5v7H18a2 2 0 0 0 2-2v-5a8 8 0 0 0-8-8Z"/>',
  stage: '<path fill-rule="evenodd" d="M3 5h18v11H3Zm2 2v7h14V7Zm2 11h10v2H7Z"/>',
  close: '<path d="m6.4 5 5.6 5.6L17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6 10.6 12 5 6.4Z"/>',
} as const;

export type IconName = keyof typeof SHAPES;

/** A decorative 24 px icon; the control around it carries the name. */
export function icon(name: IconName, className = ''): Markup {
  return html`<svg class="ic ${className}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${new Markup(SHAPES[name])}</svg>`;
}

/** The logo and name, linked to the front page. */
export function brand(): Markup {
  return html`<a class="brand" href="/" aria-label="Proscenium, home"><svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
<path d="M3 29V8.5C3 4.9 5.9 2 9.5 2h13C26.1 2 29 4.9 29 8.5V29h-4.5V13.5a8.5 8.5 0 0 0-17 0V29Z" fill="currentColor"/>
<path class="glow" d="M10.5 29v-5.5a5.5 5.5 0 0 1 11 0V29Z"/></svg><span>Proscenium</span></a>`;
}
