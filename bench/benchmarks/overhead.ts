import { Client, Connection } from '@temporalio/client';
import { workRunId } from '../../src/kernel/works/ids.js';
import type { Benchmark } from '../benchmark.js';
import type { Figure } from '../figures.js';
import type { BenchStack } from '../stack/bench-stack.js';
import { approvedPlan, drained, readyJob, submitJob } from '../stack/jobs.js';
import { finalizeRead, performLive } from '../stack/perform.js';

const jobRunId = (jobId: string): string => workRunId({ kind: 'job', subjectId: jobId, revision: 0, epoch: 1 });

interface Interval { fromMs: number; toMs: number }
interface Run { events: number; wall: Interval; activities: Interval[] }

interface Stamp { seconds?: { toNumber(): number } | null; nanos?: number | null }
const milliseconds = (stamp: Stamp | null | undefined): number => (stamp?.seconds?.toNumber() ?? 0) * 1000 + (stamp?.nanos ?? 0) / 1e6;

interface MarkerStamp { seconds: number; nanos: number }
interface LocalMarker { complete_time: MarkerStamp; original_schedule_time: MarkerStamp }

/** A local activity's marker has the time of its schedule, and its end as a time since the start of the workflow task. */
function localActivity({ complete_time: done, original_schedule_time: scheduled }: LocalMarker, taskStartedMs: number): Interval {
  const fromMs = scheduled.seconds * 1000 + scheduled.nanos / 1e6;
  return { fromMs, toMs: fromMs + Math.max(0, done.seconds * 1000 + done.nanos / 1e6 - taskStartedMs) };
}

/** Start and end of a run and of its activities, by the server's clock. Throws when the run has no history. */
async function runOf(client: Client, workflowId: string): Promise<Run> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  if (!events?.length) throw new Error(`${workflowId} has no history`);
  const startedMs = new Map<string, number>();
  const activities: Interval[] = [];
  let taskStartedMs = 0;
  for (const event of events) {
    const atMs = milliseconds(event.eventTime as Stamp);
    if (event.workflowTaskStartedEventAttributes) taskStartedMs = atMs;
    const local = event.markerRecordedEventAttributes?.details?.data?.payloads?.[0]?.data;
    if (local) activities.push(localActivity(JSON.parse(Buffer.from(local).toString('utf8')) as LocalMarker, taskStartedMs));
    if (event.activityTaskStartedEventAttributes) startedMs.set(String(event.eventId), atMs);
    const ended = event.activityTaskCompletedEventAttributes ?? event.activityTaskFailedEventAttributes;
    if (ended) activities.push({ fromMs: startedMs.get(String(ended.startedEventId)) ?? atMs, toMs: atMs });
  }
  const wall = { fromMs: milliseconds(events[0]!.eventTime as Stamp), toMs: milliseconds(events.at(-1)!.eventTime as Stamp) };
  return { events: events.length, wall, activities };
}

const length = ({ fromMs, toMs }: Interval): number => toMs - fromMs;

/** Milliseconds in which at least one activity ran. */
function unionMs(intervals: readonly Interval[]): number {
  let [total, coveredTo] = [0, 0];
  for (const { fromMs, toMs } of [...intervals].sort((left, right) => left.fromMs - right.fromMs)) {
    total += Math.max(0, toMs - Math.max(fromMs, coveredTo));
    coveredTo = Math.max(coveredTo, toMs);
  }
  return total;
}

interface Measured { lines: number; jobEvents: number; laterEvents: number; jobWallMs: number; jobOverheadMs: number; overheadPercent: number }

async function measure(stack: BenchStack, client: Client, paragraphs: number, durationSeconds: number): Promise<Measured> {
  const api = await stack.api();
  const jobId = await submitJob(api, await approvedPlan(api, paragraphs, durationSeconds));
  const artifactId = await readyJob(api, jobId);
  await drained(stack);
  await performLive(api, artifactId);
  await finalizeRead(api, artifactId);
  const [job, performed, finalized] = await Promise.all([
    jobRunId(jobId), workRunId({ kind: 'perform', subjectId: artifactId, revision: 1, epoch: 1 }), workRunId({ kind: 'finalize', subjectId: artifactId, revision: 1, epoch: 1 }),
  ].map((id) => runOf(client, id)));
  const jobWallMs = length(job!.wall);
  const jobOverheadMs = jobWallMs - unionMs(job!.activities);
  const later = [performed!, finalized!];
  const wallMs = jobWallMs + later.reduce((sum, { wall }) => sum + length(wall), 0);
  const overheadMs = jobOverheadMs + later.reduce((sum, run) => sum + length(run.wall) - unionMs(run.activities), 0);
  return {
    lines: await linesOf(stack, artifactId), jobEvents: job!.events,
    laterEvents: performed!.events + finalized!.events, jobWallMs, jobOverheadMs,
    overheadPercent: 100 * overheadMs / wallMs,
  };
}

async function linesOf({ pool }: BenchStack, artifactId: string): Promise<number> {
  const { rows } = await pool.query<{ lines: number }>(`SELECT (content->>'spokenCount')::int AS lines FROM artifact_revisions WHERE artifact_id = $1`, [artifactId]);
  return rows[0]!.lines;
}

async function eventsOfJob(
  stack: BenchStack, client: Client, paragraphs: number, durationSeconds: number,
): Promise<Pick<Measured, 'lines' | 'jobEvents'>> {
  const api = await stack.api();
  const jobId = await submitJob(api, await approvedPlan(api, paragraphs, durationSeconds, { brisk: true }));
  const artifactId = await readyJob(api, jobId);
  await drained(stack);
  const { events } = await runOf(client, jobRunId(jobId));
  return { lines: await linesOf(stack, artifactId), jobEvents: events };
}

/** The cost of orchestration for a read: time without a running activity, and events in its histories. */
export const overheadBenchmark: Benchmark = {
  name: 'overhead',
  summary: 'time of a read outside its activities; history events per read',
  async run(stack, { quick, say }) {
    await stack.api();
    await stack.workers();
    const connection = await Connection.connect({ address: stack.temporalAddress });
    try {
      const client = new Client({ connection });
      const at = async (paragraphs: number, seconds: number): Promise<Measured> => {
        const measured = await measure(stack, client, paragraphs, seconds);
        say(`overhead: ${JSON.stringify(measured)}`);
        return measured;
      };
      const small = await at(10, 30);
      const hundred: Measured[] = [];
      for (let round = 0; round < (quick ? 1 : 5); round++) hundred.push(await (quick ? at(14, 40) : at(180, 720)));
      // Only the job: the events of performance and finalize do not depend on the length, and performing an hour takes minutes.
      const large = quick ? null : await eventsOfJob(stack, client, 1_300, 3_600);
      const events = (measured: Pick<Measured, 'lines' | 'jobEvents'>, most: number): Figure => ({
        benchmark: 'overhead', name: `events, ${measured.lines} lines`, unit: '', rounds: [measured.jobEvents],
        bound: { of: 'value', sense: 'most', floor: most, aim: most }, note: `of the job; performance and finalize have ${small.laterEvents} more`,
      });
      return [
        {
          benchmark: 'overhead', name: `read of ${hundred[0]!.lines} lines`, unit: '%', rounds: hundred.map(({ overheadPercent }) => overheadPercent),
          bound: { of: 'value', sense: 'most', floor: 25, aim: 10 }, note: 'job, performance and finalize together, from the times in their histories',
        },
        {
          benchmark: 'overhead', name: `job alone, ${hundred[0]!.lines} lines`, unit: '%',
          rounds: hundred.map(({ jobOverheadMs, jobWallMs }) => 100 * jobOverheadMs / jobWallMs),
          bound: { of: 'value', sense: 'most', floor: 25, aim: 10 },
          note: `outside its activities: ${hundred.map(({ jobOverheadMs }) => jobOverheadMs.toFixed(0)).join(', ')} ms; lines are spoken live, not in the job`,
        },
        { benchmark: 'overhead', name: 'job alone, wall', unit: 'ms', rounds: hundred.map(({ jobWallMs }) => jobWallMs) },
        events(small, 60), events(hundred[0]!, 120), ...(large ? [events(large, 400)] : []),
      ];
    } finally {
      await connection.close();
    }
  },
};
