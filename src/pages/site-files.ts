import type { PageAssets } from './assets.js';

/** A file that browsers and crawlers expect at a fixed path. */
export interface SiteFile { contentType: string; body: string | Buffer }

/**
 * Crawlers may visit everything except the API and live rooms; feeds are at an address of the API, and pages that are listed name them. A page that search
 * engines must not list excludes itself by its own markup.
 */
const ROBOTS = 'User-agent: *\nAllow: /api/v1/publishing-feeds/\nDisallow: /api/\nDisallow: /live/\n';

/** Wraps a PNG as an ICO file, which browsers accept. */
function icoOf(png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(32, 6);
  head.writeUInt8(32, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

/** The files by path: icons, the web app manifest, and what crawlers may visit. */
export function siteFiles(assets: PageAssets): ReadonlyMap<string, SiteFile> {
  const png = (widthPx: number): Buffer => assets.at(assets.url(`icon-${widthPx}.png`))!.body;
  const manifest = {
    name: 'Proscenium', short_name: 'Proscenium', description: 'Source material in, a performed story out.', start_url: '/', display: 'standalone',
    background_color: '#16121a', theme_color: '#16121a',
    icons: [192, 512].map((widthPx) => ({ src: assets.url(`icon-${widthPx}.png`), sizes: `${widthPx}x${widthPx}`, type: 'image/png' })),
  };
  return new Map<string, SiteFile>([
    ['/favicon.ico', { contentType: 'image/x-icon', body: icoOf(png(32)) }],
    ['/apple-touch-icon.png', { contentType: 'image/png', body: png(180) }],
    ['/robots.txt', { contentType: 'text/plain; charset=utf-8', body: ROBOTS }],
    ['/manifest.webmanifest', { contentType: 'application/manifest+json; charset=utf-8', body: JSON.stringify(manifest) }],
  ]);
}
