import { CATALOGUE } from '../../kernel/errors/catalogue.js';
import type { ApiError } from '../../kernel/errors/api-error.js';
import type { Notice, WrongField } from './visit.js';

const sentence = (text: string): string => {
  const trimmed = text.trim();
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.!?…]$/.test(trimmed) ? '' : '.'}`;
};

/** The notice for a refusal: what is wrong in general, then the details. */
export function noticeOf(error: ApiError, requestId: string | null): Notice {
  const { title } = CATALOGUE[error.code];
  const line = (error.details as { line?: number } | undefined)?.line;
  const about = `${line ? `Line ${line}: ` : ''}${sentence(error.message)}`;
  const text = error.message === title ? sentence(title) : `${sentence(title)} ${about}`;
  return { tone: 'wrong', text, fine: [error.code, ...(requestId ? [`reference ${requestId}`] : [])].join(' · ') };
}

/** The field that the API refused, and its reason; null when the refusal names no field. */
export function wrongFieldOf({ message, details }: ApiError): WrongField | null {
  const field = (details as { field?: unknown } | undefined)?.field;
  if (typeof field !== 'string') return null;
  // The reason is shown beside the field, so the API's name of the field is removed.
  const name = `${field.split('.').at(-1)}: `;
  return { field, words: sentence(message.startsWith(name) ? message.slice(name.length) : message) };
}
