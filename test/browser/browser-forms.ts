import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** A page as a browser without scripts has it. */
export interface FetchedPage { status: number; path: string; html: string; text: string; headers: Headers }

/** The words of a page. */
const wordsOf = (html: string): string => html.replace(/<(script|style|noscript)[^]*?<\/\1>/g, ' ').replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ').trim();

/** A browser without scripts: it keeps its cookie, follows redirects and sends the forms of pages. */
export class FormBrowser {
  cookie = '';
  constructor(readonly origin: string) {}

  async open(path: string, init: RequestInit = {}): Promise<FetchedPage> {
    const response = await fetch(this.origin + path, {
      ...init, redirect: 'manual', headers: { accept: 'text/html', ...(this.cookie ? { cookie: this.cookie } : {}), ...init.headers as Record<string, string> },
    });
    const set = response.headers.getSetCookie().find((each) => each.startsWith('proscenium_session='));
    if (set) this.cookie = /^proscenium_session=;/.test(set) ? '' : set.split(';')[0]!;
    const next = response.headers.get('location');
    if (response.status === 303 && next) return this.open(next);
    const html = await response.text();
    return { status: response.status, path, html, text: wordsOf(html), headers: response.headers };
  }

  /** Sends the form of a page that posts to `action`, with these fields beside its hidden ones. Throws when the page has no such form. */
  send(page: FetchedPage, action: string, fields: Record<string, string | File> = {}, headers: Record<string, string> = {}): Promise<FetchedPage> {
    return this.open(action, { method: 'POST', headers, body: formOf(page, action, fields) });
  }

  /** Loads a page again and again until its text matches. Throws after a minute and a half. */
  async until(path: string, words: string | RegExp): Promise<FetchedPage> {
    for (let tries = 0; ; tries++) {
      const page = await this.open(path);
      if (page.text.match(words)) return page;
      if (tries === 450) throw new Error(`${path} never said ${words}: ${page.text}`);
      await sleep(200);
    }
  }

  /** Signs in with an API key. */
  async signIn(key: string): Promise<FetchedPage> {
    const body = new FormData();
    body.append('key', key);
    return this.open('/workplace/sign-in', { method: 'POST', body });
  }
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
/** The value of an attribute with its entities decoded. */
const textOf = (value: string): string => value.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!);

/** The fields that a browser would send with a form of this page. */
export function formOf(page: FetchedPage, action: string, fields: Record<string, string | File> = {}): FormData {
  const form = page.html.split('<form').slice(1).map((part) => part.split('</form>')[0]!).find((part) => part.includes(`action="${action}"`));
  if (!form) throw new Error(`the page ${page.path} has no form for ${action}: ${page.text.slice(0, 400)}`);
  const body = new FormData();
  for (const [, name, value] of form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)) if (!(name! in fields)) body.append(name!, textOf(value!));
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return body;
}

export const textFile = (text: string, name = `${randomUUID()}.txt`): File => new File([text], name, { type: 'text/plain' });
