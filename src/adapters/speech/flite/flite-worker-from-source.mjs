// Threads started from TypeScript sources need a loader of their own; the built product starts flite-worker.js itself.
import { register } from 'tsx/esm/api';

register();
await import('./flite-worker.ts');
