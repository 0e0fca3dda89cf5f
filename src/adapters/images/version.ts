/** Goes up with every change that draws something else; part of every key under which a picture is kept. */
export const RENDERER_VERSION = 'pictures-1';
