/** Imported only for what it registers globally; see `stretch.ts`. */
declare module 'signalsmith-stretch';
