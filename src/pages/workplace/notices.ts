import { CATALOGUE } from '../../kernel/errors/catalogue.js';
import type { ApiError } from '../../kernel/errors/api-error.js';
import type { Notice, WrongField } from './visit.js';

/** Text as a sentence: with a capital letter and a full stop. */
export const sentence = (text: string): string => {
  const trimmed = text.trim();
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.!?…]$/.test(trimmed) ? '' : '.'}`;
};

/** Reasons of the validator, in words for people who see a form. */
const PLAINLY: readonly [reason: RegExp, words: string][] = [
  [/^must NOT have fewer than 1 characters$/, 'must not be empty'], [/^must NOT have fewer than (\d+) characters$/, 'must have at least $1 characters'],
  [/^must NOT have more than (\d+) characters$/, 'must have at most $1 characters'], [/^must be <= (\S+)$/, 'must be at most $1'], [/^must be >= (\S+)$/, 'must be at least $1'],
  [/^must be > (\S+)$/, 'must be more than $1'], [/^must be < (\S+)$/, 'must be less than $1'], [/^must be multiple of 1$/, 'must be a whole number'],
  [/^must be integer\b.*$/, 'must be a whole number'], [/^must be number\b.*$/, 'must be a number'], [/^must match format "uri"$/, 'must be a whole address, such as https://example.org'],
  [/^is required$/, 'must be filled in'],
];

/** A reason of the validator that follows the name of a field; null when the message does not begin with the name. */
function reasonOf({ message, details }: ApiError): { field: string; reason: string } | null {
  const field = (details as { field?: unknown } | undefined)?.field;
  if (typeof field !== 'string' || !message.startsWith(`${field} `)) return null;
  const reason = message.slice(field.length + 1);
  const plain = PLAINLY.find(([pattern]) => pattern.test(reason));
  return { field, reason: plain ? reason.replace(...plain) : reason };
}

/** What a refusal says besides its title, in plain words. */
function saidOf(error: ApiError): string {
  const about = reasonOf(error);
  return sentence(about ? `${about.field} ${about.reason}` : error.message);
}

/** The notice for a refusal: what is wrong in general, then the details. */
export function noticeOf(error: ApiError, requestId: string | null): Notice {
  const { title } = CATALOGUE[error.code];
  const line = (error.details as { line?: number } | undefined)?.line;
  const about = `${line ? `Line ${line}: ` : ''}${saidOf(error)}`;
  const text = error.message === title ? sentence(title) : `${sentence(title)} ${about}`;
  return { tone: 'wrong', text, fine: [error.code, ...(requestId ? [`reference ${requestId}`] : [])].join(' · ') };
}

/** The field that the API refused, and its reason; null when the refusal names no field. */
export function wrongFieldOf(error: ApiError): WrongField | null {
  const { message, details } = error;
  const field = (details as { field?: unknown } | undefined)?.field;
  if (typeof field !== 'string') return null;
  const about = reasonOf(error);
  if (about) return { field, words: sentence(about.reason), said: saidOf(error) };
  // The reason is shown beside the field, so the API's name of the field is removed.
  const name = `${field.split('.').at(-1)}: `;
  return { field, words: sentence(message.startsWith(name) ? message.slice(name.length) : message) };
}
