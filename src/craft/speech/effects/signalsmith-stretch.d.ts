/** Loaded for what it registers; see `stretch.ts`. */
declare module 'signalsmith-stretch';
