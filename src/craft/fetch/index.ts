export { guardedFetch, type FetchedDocument, type GuardedFetchOptions, type Resolver } from './guarded-fetch.js';
export { FetchRefused, FETCH_REFUSAL_REASONS, type FetchRefusalReason } from './refused.js';
export { isPublicAddress } from './addresses.js';
