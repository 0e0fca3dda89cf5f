import { operationDefiner } from '../src/kernel/http/operations/define-operation.js';
import { subjects } from './subjects.js';

/** Declares an operation of this API; its handler gets the rows of the subjects in its path. */
export const defineOperation = operationDefiner(subjects);
