import { renderKind } from '../images/render-kind.js';
import { PORTRAIT_DESIGN } from '../images/render-store.js';

/** The work that designs portraits of a character. One call has one price, whatever the number of candidates. */
export const portraitKind = renderKind(PORTRAIT_DESIGN, { queue: 'portrait-designs', formerly: 'portrait_design' },
  async () => (await import('./draw-portraits.js')).drawPortraits);
