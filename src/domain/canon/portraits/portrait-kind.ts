import { imageCandidates } from '../images/image-candidates.js';

/** Portrait designs for a character. One call has one price, whatever the number of candidates. */
export const portraitDesigns = imageCandidates({
  kind: 'portrait-design', formerly: 'portrait_design', queue: 'portrait-designs', price: 'PORTRAIT_DESIGN',
  maker: async () => (await import('./draw-portraits.js')).drawPortraits,
});
