import type { Context } from 'koa';

const PRINTABLE = /^[\x21-\x7e]+$/;

/** A path of this server to go to, as a caller asked for it; the fallback for everything else, such as other servers and control characters. */
export const ownPath = (wanted: string, fallback: string): string => (PRINTABLE.test(wanted) && /^\/[a-z]/i.test(wanted) ? wanted : fallback);

/** The address as a header can hold it: what is not printable ASCII is percent-encoded. */
export const headerAddress = (address: string): string =>
  address.toWellFormed().replace(/[^\x21-\x7e]+/gu, (text) => encodeURIComponent(text));

/** Sends a browser on with GET (303). */
export function seeOther(ctx: Context, path: string): void {
  ctx.status = 303;
  ctx.set({ 'Cache-Control': 'no-store', Location: headerAddress(path) });
  ctx.body = null;
  ctx.status = 303;
}
