export const TIMES = ['dawn', 'day', 'golden', 'dusk', 'night'] as const;
export type TimeOfDay = (typeof TIMES)[number];
export const WEATHERS = ['clear', 'rain', 'snow', 'fog', 'storm', 'wind'] as const;
export type Weather = (typeof WEATHERS)[number];
export type Side = 'in' | 'out';

/** Lower case without accents, because `\b` in the patterns knows only ASCII letters. */
export const plain = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
