import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';

/** A nonce for the inline script of one page. */
export const newNonce = (): string => randomBytes(16).toString('base64');

/** The rights of a page beyond showing itself. */
export interface PageRights { framedByAnyone?: boolean; sendsForms?: boolean }

/**
 * Headers of an HTML page whose inline script has the nonce. Only the full-screen view may be framed by other sites, and only the
 * workplace, the front page and the documentation send forms; everything else stays on our origin. Styles are one external file, so no style needs a nonce.
 */
export function securePage(ctx: Context, nonce: string, { framedByAnyone = false, sendsForms = false }: PageRights): void {
  ctx.set({
    'Content-Security-Policy': [
      "default-src 'none'", `script-src 'nonce-${nonce}'`, "style-src 'self'", "img-src 'self' data:", "media-src 'self' blob:",
      "connect-src 'self'", "font-src 'self'", "worker-src 'self'", "manifest-src 'self'", "base-uri 'none'", `form-action ${sendsForms ? "'self'" : "'none'"}`,
      `frame-ancestors ${framedByAnyone ? '*' : "'self'"}`,
    ].join('; '),
    // Without a referrer a browser also hides the origin of a form, which is needed to refuse forms of other sites.
    'Referrer-Policy': sendsForms ? 'same-origin' : 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Permissions-Policy': 'autoplay=(self), fullscreen=*',
  });
  if (framedByAnyone) ctx.remove('X-Frame-Options');
}

/** Headers of every other answer behind a token: no content sniffing, no caching, no referrer. */
export function secureData(ctx: Context): void {
  ctx.set({
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
}

/** Headers of a drawn picture. It is an SVG, which acts as a document when it is opened directly. It changes only with the look that it draws. */
export function securePicture(ctx: Context): void {
  ctx.set({
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'private, max-age=86400, stale-while-revalidate=2592000',
  });
}
