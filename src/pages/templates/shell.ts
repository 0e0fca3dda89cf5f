import { html, jsonIsland, Markup } from '../html.js';
import type { PageAssets } from '../assets.js';
import type { PreviewImage } from '../view.js';

/** The values of the server that every page needs. */
export interface PageContext {
  nonce: string;
  assets: PageAssets;
  /** Without a trailing slash; used for absolute links only. */
  appUrl: string;
}

type Script = 'player.js' | 'staging.js' | 'waiting.js' | 'workplace.js' | 'episode.js' | 'reference.js' | 'deck.js';

/** `before` is a script that runs before `script`. `moves` adds the styles for movement on the stage. */
interface Client { script: Script; before?: Script; moves?: boolean; data: unknown }

export interface Shell {
  view: 'theater' | 'full' | 'audio' | 'live' | 'state' | 'home' | 'workplace' | 'series' | 'docs';
  title: string;
  description: string;
  /** Absolute URL of the page itself, for previews; left out on pages that nobody should pass on. */
  canonicalUrl?: string;
  previewImage?: PreviewImage | null;
  previewType?: 'website' | 'video.other' | 'music.song';
  indexable: boolean;
  /** The feed that browsers and apps find on the page. */
  feedUrl?: string;
  body: Markup;
  /** The client script and its data; left out on pages without one. */
  client?: Client;
  /** The page that browsers without scripts load after this time. */
  refresh?: { seconds: number; path: string } | null;
}

/** Runs before anything is drawn: marks that scripts run, and applies the chosen light or dark appearance. Storage may be blocked. */
const FIRST_SCRIPT = new Markup("{const d=document.documentElement;d.classList.add('js');"
  + "try{const t=localStorage.getItem('proscenium.theme');if(t)d.dataset.theme=t}catch{}}");

/** The whole document. The language of pages and dialogs is English; a script's markup declares its own. */
export function shell(context: PageContext, page: Shell): string {
  const { assets, nonce } = context;
  const preload = (name: string): Markup =>
    html`<link rel="preload" href="${assets.url(name)}" as="font" type="font/woff2" crossorigin>`;
  return html`<!doctype html>
<html lang="en" data-view="${page.view}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<title>${page.title}</title>
<meta name="description" content="${page.description}">
<meta name="color-scheme" content="dark light">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#16121a">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f8f4ec">
${page.indexable ? null : html`<meta name="robots" content="noindex">`}
${page.feedUrl ? html`<link rel="alternate" type="application/rss+xml" href="${page.feedUrl}" title="${page.title}">` : null}
${page.canonicalUrl ? previewTags(page, page.canonicalUrl) : null}
<link rel="icon" href="${assets.url('icon.svg')}" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
${preload('atkinson.woff2')}${preload('fraunces-600.woff2')}
<link rel="stylesheet" href="${assets.url('pages.css')}">
${page.client?.script === 'player.js' ? playerStyles(assets) : null}
${page.client?.moves ? html`<link rel="stylesheet" href="${assets.url('staging.css')}">` : null}
${page.view === 'series' ? html`<link rel="stylesheet" href="${assets.url('series.css')}">` : null}
${['workplace', 'home', 'docs'].includes(page.view) ? html`<link rel="stylesheet" href="${assets.url('workplace.css')}">` : null}
${page.view === 'docs' ? html`<link rel="stylesheet" href="${assets.url('docs.css')}">` : null}
${page.refresh ? html`<noscript><meta http-equiv="refresh" content="${page.refresh.seconds};url=${page.refresh.path}"></noscript>` : null}
<script nonce="${nonce}">${FIRST_SCRIPT}</script>
</head>
<body>
${page.body}
${page.client ? clientTags(context, page.client) : null}
</body>
</html>
`.source;
}

function previewTags(page: Shell, url: string): Markup {
  return html`<link rel="canonical" href="${url}">
<meta property="og:type" content="${page.previewType ?? 'website'}">
<meta property="og:site_name" content="Proscenium">
<meta property="og:title" content="${page.title}">
<meta property="og:description" content="${page.description}">
<meta property="og:url" content="${url}">
${previewImage(page.previewImage ?? null)}`;
}

/** The preview of a link. A wide picture fills the card; a square one stands beside the text. */
function previewImage(image: PreviewImage | null): Markup {
  if (!image) return html`<meta name="twitter:card" content="summary">`;
  const { url, widthPx, heightPx } = image;
  return html`<meta property="og:image" content="${url}">
<meta property="og:image:width" content="${widthPx}"><meta property="og:image:height" content="${heightPx}">
<meta name="twitter:card" content="${widthPx > heightPx ? 'summary_large_image' : 'summary'}">`;
}

function playerStyles(assets: PageAssets): Markup {
  return html`<link rel="stylesheet" href="${assets.url('player.css')}">
<link rel="stylesheet" href="${assets.url('print.css')}" media="print">`;
}

function clientTags({ assets, nonce }: PageContext, { script, before, data }: Client): Markup {
  const tag = (name: Script): Markup => html`
<script type="module" src="${assets.url(name)}" nonce="${nonce}"></script>`;
  return html`${jsonIsland('data', data)}${before ? tag(before) : null}${tag(script)}`;
}
