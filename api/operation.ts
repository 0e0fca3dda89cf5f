import { operationDefiner } from '../src/http/operations/define-operation.js';
import { subjects } from './subjects.js';

/** Declares an operation of this API; its handler is given the rows that its path names. */
export const defineOperation = operationDefiner(subjects);
