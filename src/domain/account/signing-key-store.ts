import { randomBytes } from 'node:crypto';
import { SigningKey } from '../../../entities/signing-key.js';
import { SIGNING_KEY_ID, tokenSigner, type TokenSigner } from '../../kernel/contract/tokens.js';
import type { Db } from '../../kernel/db/database.js';

/** Loads the server's signing secret, which the first call creates. All processes on one database share it. */
export async function loadTokenSigner(db: Db): Promise<TokenSigner> {
  const keys = db.repository(SigningKey);
  await keys.createQueryBuilder().insert().values({ id: SIGNING_KEY_ID, secret: randomBytes(32) }).orIgnore().execute();
  const { secret } = await keys.findOneByOrFail({ id: SIGNING_KEY_ID });
  return tokenSigner(secret);
}
