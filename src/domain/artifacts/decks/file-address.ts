import { shownUntil, type TokenPurpose } from '../../../kernel/contract/tokens.js';
import type { Services } from '../../../kernel/services.js';

/**
 * The address of a file that needs no key and works for a day or two. `id` names the thing to which the file belongs, and `name` is that of the stored object
 * below its folder.
 */
export const fileAddress = (
  { config, tokens }: Pick<Services, 'config' | 'tokens'>, { token, filesPath }: { token: TokenPurpose; filesPath: string }, id: string, name: string,
): string => `${config.baseUrl}/${filesPath}/${tokens.sign(token, `${id}.${name}`, shownUntil())}`;
