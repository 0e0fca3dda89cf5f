import type { Context } from 'koa';
import { formToken } from '../../kernel/access/session-store.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { OperationCaller } from '../../kernel/http/operations/operation-caller.js';
import type { AnonymousBodies } from '../../kernel/http/requests/anonymous-bodies.js';
import { countedCaller } from '../../kernel/http/requests/client-address.js';
import type { FormChecks } from '../../kernel/http/requests/receive-form.js';
import type { Sessions } from '../../kernel/http/sessions.js';
import { readForm, requireOwnForm, type FileLimit, type Received } from './read-form.js';
import type { FormAction } from './screen.js';
import { startSession, type SignedIn } from './signed-in.js';
import type { SentForm } from './visit.js';

/** The services that receiving a form needs. */
export interface FormReader {
  sessions: Sessions;
  operations: OperationCaller;
  anonymous: AnonymousBodies;
  dataDir: string;
  appUrl: string;
  trustedProxyHops: number;
}

/** Receives a form from an unknown sender, within the limits for such forms. */
export async function readAnonymousForm(
  ctx: Context, { dataDir, anonymous, trustedProxyHops }: FormReader, file: FileLimit | null, admit?: FormChecks['admit'],
): Promise<Received> {
  const body = anonymous.begin(countedCaller(ctx.req, trustedProxyHops));
  try {
    return await readForm(ctx, dataDir, file, {
      signal: body.signal,
      admit: async (fields, hasFile) => {
        await admit?.(fields, hasFile);
        // The sender is known from here on, so the limits for unknown senders no longer apply while the file arrives.
        body.end();
      },
    });
  } finally {
    body.end();
  }
}

const limitOf = ({ operations }: FormReader, { file }: FormAction): FileLimit | null =>
  file ? { field: file.field, maxBytes: operations.maxFileBytes(file.operation, file.field) } : null;

/** Receives a form of this session. A form of another session is refused before its file is received. */
export async function receiveOwn(ctx: Context, options: FormReader, action: FormAction, known: SignedIn): Promise<{ sent: Received; known: SignedIn }> {
  const admit: FormChecks['admit'] = (fields) => requireOwnForm(fields.formToken, formToken(known.token));
  return { sent: await readForm(ctx, options.dataDir, limitOf(options, action), { admit }), known };
}

/** A form whose key was refused, with the fields that came before its file, without the key. The file was not received. */
export interface KeyRefused { fields: SentForm['fields']; hadFile: boolean; error: ApiError }

/** Receives the form of the front page, whose key comes before the material. Without a valid key no file is received. */
export async function receiveWithKey(ctx: Context, options: FormReader, action: FormAction): Promise<{ sent: Received; known: SignedIn } | KeyRefused> {
  let known: SignedIn | null = null;
  const outcome: { refused?: KeyRefused } = {};
  try {
    const sent = await readAnonymousForm(ctx, options, limitOf(options, action), async ({ key = '', ...fields }, hadFile) => {
      try {
        known = key.trim() === '' ? null : await startSession(ctx, options, key);
        if (!known) throw new ApiError('authentication_required');
      } catch (error) {
        if (error instanceof ApiError) outcome.refused = { fields, hadFile, error };
        throw error;
      }
    });
    return { sent, known: known! };
  } catch (error) {
    if (outcome.refused) return outcome.refused;
    throw error;
  }
}
