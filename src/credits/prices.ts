/** Prices in credits by key; `GET /credits` lists them. */
export const PRICES = {
  TABLE_READ_SHORT: 10,
  TABLE_READ_LONG: 20,
  TABLE_READ_REFINE: 8,
  TABLE_READ_FINALIZE_AUDIO: 6,
  TABLE_READ_FINALIZE_VIDEO: 12,
  CAST_IMAGE: 1,
  VOICE_DESIGN: 2,
  PORTRAIT_DESIGN: 2,
  MOOD_FRAME: 1,
} as const;

export type PriceKey = keyof typeof PRICES;

/** Most pages of a read at the short price. A screenplay page plays for about a minute. */
export const SHORT_READ_PAGES = 60;

export function tableReadPriceKey(pages: number): PriceKey {
  return pages <= SHORT_READ_PAGES ? 'TABLE_READ_SHORT' : 'TABLE_READ_LONG';
}
