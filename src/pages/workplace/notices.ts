import { CATALOGUE } from '../../kernel/errors/catalogue.js';
import type { ApiError } from '../../kernel/errors/api-error.js';
import type { Notice, WrongField } from './visit.js';

const sentence = (text: string): string => {
  const trimmed = text.trim();
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.!?…]$/.test(trimmed) ? '' : '.'}`;
};

/** What a refusal says to a person: what is wrong, then which part of it. */
export function noticeOf(error: ApiError, requestId: string | null): Notice {
  const { title } = CATALOGUE[error.code];
  const line = (error.details as { line?: number } | undefined)?.line;
  const about = `${line ? `Line ${line}: ` : ''}${sentence(error.message)}`;
  const text = error.message === title ? sentence(title) : `${sentence(title)} ${about}`;
  return { tone: 'wrong', text, fine: [error.code, ...(requestId ? [`reference ${requestId}`] : [])].join(' · ') };
}

/** Which field of a call the API refused, and why in its words; null when it names none. */
export function wrongFieldOf({ message, details }: ApiError): WrongField | null {
  const field = (details as { field?: unknown } | undefined)?.field;
  if (typeof field !== 'string') return null;
  // Beside the field its name says nothing.
  const name = `${field.split('.').at(-1)}: `;
  return { field, words: sentence(message.startsWith(name) ? message.slice(name.length) : message) };
}
