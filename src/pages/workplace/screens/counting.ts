import { ApiError } from '../../../kernel/errors/api-error.js';
import type { FormAction } from '../screen.js';

const NUMBERED = /\b(scene|entry|entries)(s?(?: are| that are heard there:)?) (\d+(?:(?:, | to )\d+)*)/g;
const CALLED: Readonly<Record<string, string>> = { entry: 'line', entries: 'lines' };

/** A message of the API in the numbers of the pages, which count scenes and lines from 1: `entry 6` is line 7. */
const countedFromOne = (message: string): string => message.replace(NUMBERED, (_all, what: string, between: string, numbers: string) =>
  `${CALLED[what] ?? what}${between} ${numbers.replace(/\d+/g, (number) => String(Number(number) + 1))}`);

/** An action whose error messages count lines and scenes from 1, as the pages do. */
const counting = ({ send, ...action }: FormAction): FormAction => ({
  ...action,
  async send(visit, sent) {
    try {
      return await send(visit, sent);
    } catch (error) {
      throw error instanceof ApiError ? new ApiError(error.code, countedFromOne(error.message), error.details) : error;
    }
  },
});

/** All actions of a screen, with messages that count from 1. */
export const allCounting = (actions: Readonly<Record<string, FormAction>>): Readonly<Record<string, FormAction>> =>
  Object.fromEntries(Object.entries(actions).map(([name, action]) => [name, counting(action)]));
