/** Raise it with every change to what pictures show. Part of the object key of every picture. */
export const RENDERER_VERSION = 'pictures-8';
