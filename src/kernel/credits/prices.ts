/** Most pages of a read at the short price. A screenplay page plays for about a minute. */
export const SHORT_READ_PAGES = 60;

/** The prices by key, in credits, and what people read about them. */
const PRICE_LIST = {
  TABLE_READ_SHORT: { credits: 10, words: `A table read of up to ${SHORT_READ_PAGES} pages` },
  TABLE_READ_LONG: { credits: 20, words: `A table read of more than ${SHORT_READ_PAGES} pages` },
  TABLE_READ_REFINE: { credits: 8, words: 'A read made again with notes' },
  TABLE_READ_FINALIZE_AUDIO: { credits: 6, words: 'The MP3 of a read, to keep' },
  TABLE_READ_FINALIZE_VIDEO: { credits: 12, words: 'The film of a read, to keep' },
  CAST_IMAGE: { credits: 1, words: 'A picture of a character' },
  TRAILER_DRAFT: { credits: 6, words: 'A trailer, made for review' },
  TRAILER_FINISH: { credits: 10, words: 'A trailer, finished' },
  PITCH_DECK: { credits: 4, words: 'A pitch deck, written' },
  PITCH_DECK_DRAFT: { credits: 8, words: 'A pitch deck, drawn, and filmed for review' },
  PITCH_DECK_FINISH: { credits: 14, words: 'A pitch deck, finished' },
  SCORE: { credits: 3, words: 'Music that is written to the picture of a deck' },
  FRAME: { credits: 1, words: 'A frame of a trailer or a deck, made again' },
  CLIP: { credits: 4, words: 'A clip of a scene, a trailer or a deck, or a portrait that speaks' },
  VOICE_DESIGN: { credits: 2, words: 'Voices designed for a character' },
  PORTRAIT_DESIGN: { credits: 2, words: 'Candidates for a portrait' },
  MOOD_FRAME: { credits: 1, words: 'A frame for a mood board' },
} as const;

export type PriceKey = keyof typeof PRICE_LIST;

const column = <C extends 'credits' | 'words', T>(name: C): Readonly<Record<PriceKey, T>> =>
  Object.fromEntries(Object.entries(PRICE_LIST).map(([key, price]) => [key, price[name]])) as Record<PriceKey, T>;

/** Prices in credits by key; `GET /credits` lists them. */
export const PRICES = column<'credits', number>('credits');

/** What each price is for, in words. */
export const PRICE_WORDS = column<'words', string>('words');

export function tableReadPriceKey(pages: number): PriceKey {
  return pages <= SHORT_READ_PAGES ? 'TABLE_READ_SHORT' : 'TABLE_READ_LONG';
}
