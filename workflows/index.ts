/** Every workflow; the bundle is built from this file. */
export {};
