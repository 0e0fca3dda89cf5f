import type { Config } from '../../kernel/config/index.js';
import type { ToolEnvironment } from '../../kernel/config/environment.js';

/** `missing`: Proscenium does not run without it. `warning`: it runs with fewer features. */
export type Status = 'ok' | 'warning' | 'missing';

export interface Check { name: string; status: Status; detail: string; fix: string | null }

/** What the checks examine. `allowDownload` lets them fetch programs, as the first start does. */
export interface Examined { config: Config; tools: ToolEnvironment; allowDownload: boolean; onProgress: (line: string) => void }

export const ok = (name: string, detail: string): Check => ({ name, status: 'ok', detail, fix: null });
export const warning = (name: string, detail: string, fix: string): Check => ({ name, status: 'warning', detail, fix });
export const missing = (name: string, detail: string, fix: string): Check => ({ name, status: 'missing', detail, fix });

/** The first line of an error's message, with that of its cause if it has one. */
export function reasonOf(error: unknown): string {
  const { message, cause, code } = error as Error & { code?: string };
  const first = (message || code || String(error)).split('\n')[0]!.slice(0, 300);
  if (!(cause instanceof Error) || first.includes(cause.message)) return first;
  return `${first} (${cause.message.split('\n')[0]!.slice(0, 200)})`;
}
