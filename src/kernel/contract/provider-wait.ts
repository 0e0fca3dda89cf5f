import { closed, model, nullable, Timestamp } from './models.js';
import Type, { type Static } from 'typebox';

/** Why work waits for a provider, and until when. Every view of work that can wait shows it in this form. */
export const ProviderWait = model('ProviderWait', 'The wait for a provider that is away or asked for time.', closed({
  nextAttemptAt: nullable(Timestamp),
  lastError: nullable(closed({ code: Type.String(), message: Type.String() })),
}));
export type ProviderWait = Static<typeof ProviderWait>;

/** A field of an answer; null while the work does not wait for a provider. */
export const Waiting = nullable(ProviderWait, { description: 'Set while the work waits for a provider; it continues by itself' });
