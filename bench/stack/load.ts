import type { Options, Request, Result } from 'autocannon';

export interface Load { perSecond: number; p99Ms: number; answers: number; refused: number }

/** A tool of the benchmarks is not installed; the message says which. */
export class BenchToolMissing extends Error {
  override readonly name = 'BenchToolMissing';
}

async function loadAutocannon(): Promise<(options: Options) => PromiseLike<Result>> {
  try {
    return (await import('autocannon')).default;
  } catch (cause) {
    throw new BenchToolMissing('this benchmark needs autocannon, a development dependency: run npm install', { cause });
  }
}

/** The requests of one round; `before` may change the headers and the body of each request. */
export interface LoadPlan {
  url: string;
  seconds: number;
  connections: number;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  before?: (request: Request) => Request;
}

/** Sends requests over the loopback for some seconds. Throws after any answer other than 2xx, which makes a round useless. */
export async function sendLoad(plan: LoadPlan): Promise<Load> {
  const autocannon = await loadAutocannon();
  const { url, seconds, connections, method = 'GET', headers = {}, before } = plan;
  const result = await autocannon({
    url, duration: seconds, connections, method, headers, ...(before ? { requests: [{ setupRequest: before }] } : {}),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${method} ${url}: ${result.non2xx} answers were not 2xx, ${result.errors} requests failed`);
  }
  return { perSecond: result['2xx'] / result.duration, p99Ms: result.latency.p99, answers: result['2xx'], refused: result.non2xx };
}
