import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import Type from 'typebox';
import { canonicalJson } from '../../kernel/contract/canonical-json.js';
import type { UploadedFile } from '../../kernel/contract/uploaded-file.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { ANY_TYPE, MultipartBody } from '../../kernel/http/requests/body-kinds.js';
import { receiveForm, type FormChecks } from '../../kernel/http/requests/receive-form.js';
import { closeUploadFolder, openUploadFolder } from '../../kernel/http/requests/uploads.js';
import { refuseUnstorable } from '../../kernel/http/requests/validation.js';
import type { SentForm } from './visit.js';

/** The most fields of a workplace form. The cast of a long screenplay is the largest form. */
const MAX_FIELDS = 400;
const FIELDS = Type.Object(Object.fromEntries(Array.from({ length: MAX_FIELDS }, (_, index) => [`field${index}`, Type.String()])));

export interface FileLimit { field: string; maxBytes: number }
export interface Received extends SentForm { formToken: string; dispose(): Promise<void> }

/** The idempotency key: the form's key with a hash of its fields and files, so that a form that was changed after going back has another key. */
function keyOf(formKey: string, { key: _secret, ...fields }: Record<string, string>, files: Record<string, UploadedFile>): string {
  const filledIn = createHash('sha256').update(canonicalJson([fields, Object.values(files).map(({ sha256 }) => sha256)])).digest('hex');
  return `${formKey.slice(0, 64)}-${filledIn.slice(0, 16)}`;
}

/**
 * Reads the form that a browser sent. `checks.admit` is called before a file is received. Raises `validation_failed` for another kind of body, and the errors
 * of `admit`. `dispose` deletes the files.
 */
export async function readForm(ctx: Context, dataDir: string, file: FileLimit | null, checks: FormChecks): Promise<Received> {
  const folder = await openUploadFolder(dataDir);
  const dispose = (): Promise<void> => closeUploadFolder(folder);
  try {
    const { field, maxBytes } = file ?? { field: 'none', maxBytes: 1 };
    const files = { [field]: { contentTypes: [ANY_TYPE], maxBytes, required: false } };
    const received = await receiveForm(ctx, new MultipartBody(FIELDS, files), folder, checks);
    refuseUnstorable(received.fields);
    const text = Object.entries(received.fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].trim() !== '');
    const { formToken = '', idempotencyKey = '', ...fields } = Object.fromEntries(text.map(([name, value]) => [name, value.replace(/\r\n/g, '\n')]));
    return { formToken, idempotencyKey: keyOf(idempotencyKey, fields, received.files), fields, files: received.files, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Refuses a form that this session did not make. Raises `validation_failed`. */
export function requireOwnForm(sent: string | undefined, expected: string): void {
  const [a, b] = [Buffer.from(sent ?? ''), Buffer.from(expected)];
  if (a.length === b.length && timingSafeEqual(a, b)) return;
  throw new ApiError('validation_failed', 'this form is too old or of another sign-in; load the page again', { field: 'formToken' });
}
