import type { Names } from './requests.js';
import { inSharedWorld, type Provoke } from './state.js';

/** A text above the largest size that is accepted. */
export const HUGE = 'x'.repeat(2_000_001);

/** A form with this file, and with the fields that an operation needs beside it. */
export const formWith = (text: string, filename: string, fields?: (names: Names) => Record<string, string>): Provoke => inSharedWorld(async ({ names }) => ({
  upload: { bytes: Buffer.from(text), filename, ...(fields ? { fields: fields(names) } : {}) },
}));
