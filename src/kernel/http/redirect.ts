import type { Context } from 'koa';

const PRINTABLE = /^[\x21-\x7e]+$/;

/**
 * The path on this server that a caller asked to be sent to. Returns the fallback for everything else, such as addresses of other servers and paths with
 * control characters.
 */
export const ownPath = (wanted: string, fallback: string): string => (PRINTABLE.test(wanted) && /^\/[a-z]/i.test(wanted) ? wanted : fallback);

/** An address that a header can carry: characters other than printable ASCII are percent-encoded. */
export const headerAddress = (address: string): string =>
  address.toWellFormed().replace(/[^\x21-\x7e]+/gu, (text) => encodeURIComponent(text));

/** Redirects a browser with 303, so that it continues with GET. */
export function seeOther(ctx: Context, path: string): void {
  ctx.status = 303;
  ctx.set({ 'Cache-Control': 'no-store', Location: headerAddress(path) });
  ctx.body = null;
  ctx.status = 303;
}
