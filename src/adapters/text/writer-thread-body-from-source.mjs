// Threads started from TypeScript sources need a loader of their own; the built product starts writer-thread-body.js itself.
import { register } from 'tsx/esm/api';

register();
await import('./writer-thread-body.ts');
