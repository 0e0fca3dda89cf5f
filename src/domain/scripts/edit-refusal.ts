import { EditRefused } from '../../craft/screenplay/index.js';
import { ApiError } from '../../kernel/errors/api-error.js';

/** Makes edits one after the other. Raises `validation_failed` with the field of the edit that cannot be made, such as `edits.2.into`. */
export function makeEdits<E>(edits: readonly E[], make: (edit: E, field: string) => void): void {
  edits.forEach((edit, at) => {
    try {
      make(edit, `edits.${at}`);
    } catch (error) {
      if (!(error instanceof EditRefused)) throw error;
      const field = `edits.${at}.${error.field}`;
      throw new ApiError('validation_failed', `${field}: ${error.message}`, { field });
    }
  });
}
