import Type from 'typebox';
import { closed } from './models.js';

/** Words of a request that nothing follows. */
export interface Warning { field: string; message: string }

export const Warnings = Type.Array(closed({ field: Type.String(), message: Type.String() }), { description: 'Words of the request that nothing follows, and what would' });
