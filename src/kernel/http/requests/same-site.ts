import type { Context } from 'koa';
import { ApiError } from '../../errors/api-error.js';

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}

/**
 * Refuses forms that another site sends, by `Origin` and `Sec-Fetch-Site`. Programs and very old browsers send neither header; the form token protects their
 * forms. Raises `validation_failed`.
 */
export function requireSameSite(ctx: Context, appUrl: string): void {
  const [site, origin] = [ctx.get('sec-fetch-site'), ctx.get('origin')];
  const isOwn = hostOf(origin) !== null && [ctx.host, new URL(appUrl).host].includes(hostOf(origin)!);
  // The origin `null` hides the site. It is accepted only from a browser that also sends `Sec-Fetch-Site`.
  const isForeign = origin !== '' && !isOwn && !(origin === 'null' && site !== '');
  if (isForeign || (site !== '' && site !== 'same-origin' && site !== 'none')) {
    throw new ApiError('validation_failed', 'this form was sent from another site; open the page on this server and send it there');
  }
}
