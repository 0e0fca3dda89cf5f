import type { Context } from 'koa';
import type { PageAssets } from './assets.js';
import { sendCompressed } from './compressed.js';
import { newNonce, securePage, type PageRights } from './security.js';
import type { PageContext } from './templates/shell.js';
import type { ApiError } from '../kernel/errors/api-error.js';
import { errorPage, refusedPage } from './templates/states.js';

/** The values that all pages of a server share. */
export interface PageServer {
  assets: PageAssets;
  /** Public address of the pages, without a trailing slash. */
  appUrl: string;
}

/** The id of the request, which people may quote to an operator. */
export const requestId = (ctx: Context): string | null => ctx.response.get('X-Request-Id') || null;

/** Sends what `draw` returns, or an error page when it throws. `draw` may still change the rights of the page. */
export async function sendPage(
  ctx: Context, { assets, appUrl }: PageServer, draw: (page: PageContext) => string | Promise<string>, rights: PageRights = {},
): Promise<void> {
  const page: PageContext = { nonce: newNonce(), assets, appUrl };
  ctx.status = 200;
  let text: string;
  try {
    text = await draw(page);
  } catch (error) {
    ctx.app.emit('error', error, ctx);
    ctx.status = 500;
    text = errorPage(page, requestId(ctx));
  }
  securePage(ctx, page.nonce, rights);
  await sendCompressed(ctx, 'text/html; charset=utf-8', text);
}

/**
 * Answers a refused request of a browser with a page. `text` tells what to do when the status alone does not, and `formPath` is the page of the form that was
 * refused.
 */
export function sendRefusal(ctx: Context, server: PageServer, error: ApiError, text?: string, formPath?: string): Promise<void> {
  ctx.state.code = error.code;
  ctx.set(error.headers);
  return sendPage(ctx, server, (page) => {
    ctx.status = error.status;
    return refusedPage(page, error.status, requestId(ctx), text, formPath);
  });
}
