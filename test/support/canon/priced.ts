import type { Answer, ApiClient } from '../api-client.js';

/** Quotes a priced call and confirms it with the quote; returns the answer of the confirmation and the quoted credits. */
export async function confirmed(client: ApiClient, path: string, body: object = {}): Promise<{ answer: Answer; credits: number }> {
  const quoted = await client.post(path, body);
  if (quoted.status !== 200) throw new Error(`POST ${path} answered ${quoted.status}: ${quoted.text}`);
  const { quoteId, credits } = quoted.body.quote;
  return { answer: await client.post(path, { ...body, confirm: true, quoteId }), credits };
}
