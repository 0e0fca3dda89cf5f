import { randomUUID } from 'node:crypto';
import type { Benchmark } from '../benchmark.js';
import { openTpcB, TPCB_CLIENTS } from '../references/tpcb.js';
import { sendLoad, type Load } from '../stack/load.js';

/** `POST /story-projects`, each with a new Idempotency-Key, compared with TPC-B transactions on the same Postgres. */
export const createBenchmark: Benchmark = {
  name: 'create',
  summary: 'POST /story-projects against pgbench on the same Postgres',
  async run(stack, { quick }) {
    const { origin, key } = await stack.api();
    const tpcb = await openTpcB(stack);
    const [rounds, seconds] = quick ? [1, 1] : [5, 5];
    const post = (forSeconds: number): Promise<Load> => sendLoad({
      url: `${origin}/api/v1/story-projects`, method: 'POST', seconds: forSeconds, connections: TPCB_CLIENTS,
      before: (request) => ({
        ...request, body: '{"name":"Measured"}',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      }),
    });
    const [ours, reference]: [Load[], number[]] = [[], []];
    try {
      if (!quick) await post(3);
      for (let round = 0; round < rounds; round++) {
        ours.push(await post(seconds));
        reference.push(await tpcb.perSecond(seconds));
      }
    } finally {
      await tpcb.close?.();
    }
    return [
      {
        benchmark: 'create', name: 'requests', unit: '/s', rounds: ours.map(({ perSecond }) => perSecond),
        reference: { name: tpcb.name, rounds: reference }, bound: { of: 'ratio', sense: 'least', floor: 0.15, aim: 0.25 },
        ...(tpcb.name === 'pgbench' ? {} : { note: 'no pgbench on PATH: 10 pg clients of this process sent its transaction' }),
      },
      { benchmark: 'create', name: 'p99', unit: 'ms', rounds: ours.map(({ p99Ms }) => p99Ms) },
    ];
  },
};
