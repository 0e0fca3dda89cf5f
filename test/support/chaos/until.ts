import { PATIENCE_MS } from '../jest/patience.js';


/** Reads repeatedly until `done` accepts the value, and returns it. Throws an error with the last value when that takes too long. */
export async function until<T>(read: () => Promise<T>, done: (value: T) => boolean): Promise<T> {
  for (const deadline = Date.now() + PATIENCE_MS; ;) {
    const value = await read();
    if (done(value)) return value;
    if (Date.now() > deadline) throw new Error(`it did not come about: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
