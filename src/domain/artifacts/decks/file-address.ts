import { shownUntil, type TokenPurpose } from '../../../kernel/contract/tokens.js';
import type { Services } from '../../../kernel/services.js';

/** The address of a file of something with an id, which takes no key and holds for a day or two. `name` is that of its object below the folder of the thing. */
export const fileAddress = (
  { config, tokens }: Pick<Services, 'config' | 'tokens'>, { token, filesPath }: { token: TokenPurpose; filesPath: string }, id: string, name: string,
): string => `${config.baseUrl}/${filesPath}/${tokens.sign(token, `${id}.${name}`, shownUntil())}`;
