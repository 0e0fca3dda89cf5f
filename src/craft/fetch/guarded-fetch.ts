import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, request, type Dispatcher } from 'undici';
import { assertPublicAddress, assertUrlAllowed, bareHost } from './addresses.js';
import { readBody } from './body.js';
import { FetchRefused } from './refused.js';

export type Resolver = (hostname: string) => Promise<LookupAddress[]>;

export interface GuardedFetchOptions {
  /** Accepted content types, lower case, without parameters. */
  accept: readonly string[];
  /** Counted after decompression. */
  maxBytes: number;
  maxRedirects: number;
  /** For the whole fetch, redirects included. */
  timeoutMs: number;
  /** Each `host` or `host:port` skips the address rules: `config.fetchAllowHosts`, empty except in tests. */
  allowHosts?: readonly string[];
  /** Resolves host names; the system's resolver by default. */
  resolve?: Resolver;
}

export interface FetchedDocument {
  finalUrl: string;
  /** Lower case, without parameters. */
  contentType: string;
  /** Charset parameter of the content type, lower case; null without one. */
  charset: string | null;
  bytes: Buffer;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const USER_AGENT = 'Proscenium (source reader)';

const resolveBySystem: Resolver = (hostname) => new Promise((done, failed) => {
  systemLookup(hostname, { all: true, verbatim: true }, (error, addresses) => {
    if (error) failed(error);
    else done(addresses);
  });
});

/**
 * Fetches a document for an untrusted caller. The host of the URL and of every redirect, every DNS answer and the
 * socket's remote address must be public. The connection uses only the checked DNS answers, which prevents DNS
 * rebinding. It sends no cookies and no credentials, and uses no proxy. Throws `FetchRefused`, or the signal's reason
 * when it aborts.
 */
export async function guardedFetch(
  address: string, options: GuardedFetchOptions, signal?: AbortSignal,
): Promise<FetchedDocument> {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const eitherSignal = signal ? AbortSignal.any([deadline, signal]) : deadline;
  try {
    return await follow(address, options, eitherSignal);
  } catch (error) {
    signal?.throwIfAborted();
    const refusal = findRefusal(error);
    if (refusal) throw refusal;
    if (deadline.aborted) {
      throw new FetchRefused('timeout', `no complete answer within ${options.timeoutMs} ms`, true);
    }
    throw new FetchRefused('upstream_status', 'the connection failed', true, { cause: codeOf(error) });
  }
}

async function follow(address: string, options: GuardedFetchOptions, signal: AbortSignal): Promise<FetchedDocument> {
  let url = parsedUrl(address, undefined);
  for (let followed = 0; ; followed += 1) {
    const step = await visit(url, options, signal);
    if ('document' in step) return step.document;
    if (followed >= options.maxRedirects) {
      throw new FetchRefused('redirect_limit', `more than ${options.maxRedirects} redirects`);
    }
    const next = parsedUrl(step.location, url);
    if (url.protocol === 'https:' && next.protocol === 'http:') {
      throw new FetchRefused('scheme_blocked', 'an https address redirects to http');
    }
    url = next;
  }
}

async function visit(
  url: URL, options: GuardedFetchOptions, signal: AbortSignal,
): Promise<{ document: FetchedDocument } | { location: string }> {
  const exempt = isExempt(url, options.allowHosts ?? []);
  if (!exempt) assertUrlAllowed(url);
  else if (!/^https?:$/.test(url.protocol)) throw new FetchRefused('scheme_blocked', 'only http and https');
  const addresses = await checkedAddresses(url, exempt, options.resolve ?? resolveBySystem, signal);
  const agent = pinnedAgent(addresses, exempt, options.timeoutMs);
  try {
    const answer = await request(url, {
      dispatcher: agent, signal, method: 'GET',
      headers: { accept: options.accept.join(', '), 'accept-encoding': 'gzip, deflate, br', 'user-agent': USER_AGENT },
    });
    // Without a listener, an unread body that fails when the agent is destroyed would crash the process.
    answer.body.on('error', () => undefined);
    if (REDIRECTS.has(answer.statusCode)) {
      const location = headerOf(answer, 'location');
      if (!location) throw new FetchRefused('malformed', 'a redirect names no address');
      return { location };
    }
    return { document: await readDocument(url, answer, options) };
  } finally {
    await agent.destroy();
  }
}

async function readDocument(
  url: URL, answer: Dispatcher.ResponseData, options: GuardedFetchOptions,
): Promise<FetchedDocument> {
  const { statusCode } = answer;
  if (statusCode < 200 || statusCode > 299) {
    const retryable = statusCode === 429 || statusCode >= 500;
    throw new FetchRefused('upstream_status', `the address answered ${statusCode}`, retryable, { status: statusCode });
  }
  const [essence = '', ...parameters] = headerOf(answer, 'content-type').split(';').map((part) => part.trim());
  const contentType = essence.toLowerCase();
  if (!options.accept.includes(contentType)) {
    throw new FetchRefused('content_type', `the address answered ${contentType.slice(0, 80) || 'no content type'}`);
  }
  const charset = parameters.map((part) => /^charset\s*=\s*"?([\w.:-]{1,40})"?$/i.exec(part)?.[1]).find(Boolean) ?? null;
  const length = headerOf(answer, 'content-length');
  const declared = /^\d+$/.test(length) ? Number(length) : null;
  const bytes = await readBody(answer.body, headerOf(answer, 'content-encoding'), declared, options.maxBytes);
  return { finalUrl: url.href, contentType, charset: charset?.toLowerCase() ?? null, bytes };
}

async function checkedAddresses(
  url: URL, exempt: boolean, resolve: Resolver, signal: AbortSignal,
): Promise<LookupAddress[]> {
  const host = bareHost(url);
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  let answers: LookupAddress[];
  try {
    answers = await orAbort(resolve(host), signal);
  } catch {
    signal.throwIfAborted();
    throw new FetchRefused('dns', 'the host name has no address', true);
  }
  if (answers.length === 0) throw new FetchRefused('dns', 'the host name has no address', true);
  if (!exempt) for (const answer of answers) assertPublicAddress(answer.address);
  return answers;
}

/** An agent that connects only to the given addresses and never resolves a name again. */
function pinnedAgent(addresses: LookupAddress[], exempt: boolean, timeoutMs: number): Agent {
  const lookup: LookupFunction = (_hostname, wanted, done) => {
    if (wanted.all) done(null, addresses);
    else done(null, addresses[0]!.address, addresses[0]!.family);
  };
  const connect = buildConnector({ lookup, timeout: timeoutMs });
  return new Agent({
    connect: (target, done) => connect(target, (error, socket) => {
      if (error) return done(error, null);
      try {
        if (!exempt) assertPublicAddress(socket.remoteAddress ?? '');
      } catch (refusal) {
        socket.destroy();
        return done(refusal as FetchRefused, null);
      }
      return done(null, socket);
    }),
  });
}

function parsedUrl(address: string, base: URL | undefined): URL {
  if (!URL.canParse(address, base)) throw new FetchRefused('malformed', 'the address is not a URL');
  const url = new URL(address, base);
  url.hash = '';
  return url;
}

function isExempt(url: URL, allowHosts: readonly string[]): boolean {
  return allowHosts.includes(url.hostname) || allowHosts.includes(url.host);
}

function headerOf(answer: Dispatcher.ResponseData, name: string): string {
  const value = answer.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, failed) => {
    const aborted = () => failed(signal.reason as Error);
    if (signal.aborted) return aborted();
    signal.addEventListener('abort', aborted, { once: true });
    return work.then(done, failed).finally(() => signal.removeEventListener('abort', aborted));
  });
}

function findRefusal(error: unknown): FetchRefused | null {
  if (error instanceof FetchRefused) return error;
  return typeof error === 'object' && error !== null && 'cause' in error ? findRefusal(error.cause) : null;
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown';
  return /^[A-Z0-9_]{2,60}$/.test(code) ? code.toLowerCase() : 'unknown';
}
