import type { Context, Middleware } from 'koa';
import { findSharedDeck, type SharedDeck } from '../../domain/pitch-decks/sharing/shared-deck.js';
import { countWatched } from '../../domain/pitch-decks/sharing/views-store.js';
import { sendMedia } from '../../kernel/http/file-response.js';
import type { Services } from '../../kernel/services.js';
import { secureData } from '../security.js';
import { sendPage, type PageServer } from '../send-page.js';
import { closedPage } from '../templates/states.js';
import { deckPage } from './deck-page.js';

const PATH = /^\/share\/pitch-deck\/([^/]{1,1024})(?:\/(film\.mp4|captions\.vtt|deck\.pdf|watched))?$/;

/** The chapter that an address names, counted from 0; null when it names none or one that does not exist. */
function chapterIn({ query: { chapter } }: Context, { chapters }: SharedDeck): number | null {
  const at = typeof chapter === 'string' && /^\d{1,3}$/.test(chapter) ? Number(chapter) - 1 : -1;
  return at >= 0 && at < chapters.length ? at : null;
}

async function sendFile(ctx: Context, deck: SharedDeck | null, name: string): Promise<void> {
  secureData(ctx);
  const file = deck && { 'film.mp4': deck.film, 'captions.vtt': deck.captions?.file, 'deck.pdf': deck.pdf }[name];
  if (file) return sendMedia(ctx, file);
  ctx.status = 404;
  ctx.body = 'There is no such file.\n';
}

/** Counts what a visit reports: `POST …/watched?chapter=1&what=begun`. */
async function count(ctx: Context, { db }: Services, deck: SharedDeck | null): Promise<void> {
  secureData(ctx);
  const chapter = deck && chapterIn(ctx, deck);
  const { what } = ctx.query;
  ctx.status = 404;
  if (!deck || chapter === null || (what !== 'begun' && what !== 'seen')) return;
  await countWatched(db, { deckId: deck.deckId, version: deck.version, chapter, what });
  ctx.status = 204;
}

/** The share pages of pitch decks as one Koa middleware; other paths continue to the next one. Invalid, expired and closed links get the same answer. */
export function deckRouter(services: Services, server: PageServer): Middleware {
  return async (ctx, next) => {
    const [, written, name] = PATH.exec(ctx.path) ?? [];
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (written === undefined || (name === 'watched' ? ctx.method !== 'POST' : !isRead)) return next();
    const deck = await findSharedDeck(services, written);
    if (name === 'watched') return count(ctx, services, deck);
    if (name !== undefined) return sendFile(ctx, deck, name);
    await sendPage(ctx, server, (page) => {
      if (deck) return deckPage(page, deck, { token: written, chapter: chapterIn(ctx, deck) ?? 0 });
      ctx.status = 404;
      return closedPage(page);
    });
  };
}
