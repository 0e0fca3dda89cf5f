import Type from 'typebox';
import { closed } from './models.js';

/** A field of a request whose words have no effect, with the reason, or whose effect leaves something behind. */
export interface Warning { field: string; message: string }

export const Warnings = Type.Array(closed({ field: Type.String(), message: Type.String() }), { description: 'Words of the request that nothing follows, and what would; and what a change leaves behind' });
