import { LEAD_IN_MS, type PerformanceLinePlan } from '../../src/domain/artifacts/performance/performance-plan.js';

/** Letters and digits that a voice speaks per second, at speed 1. */
const LETTERS_PER_SECOND = 14;
/** Factor on the computing time of voices, because other work shares the processors while a listener is live. */
const MARGIN = 1.6;
/** Seconds until the voices continue after the head start: after a while of disuse, and right after they spoke the first lines. */
const START_SECONDS = 4;
const CONTINUE_SECONDS = 0.5;

const secondsOf = ({ request: { text, speed } }: PerformanceLinePlan): number =>
  0.4 + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) / LETTERS_PER_SECOND / speed;

/**
 * How many lines must be voiced before a listener joins, so that each later line is ready when its turn comes. `paceOf` gives the seconds that a line's voice
 * computes for one second of sound. Zero when no voice takes computing time; a large part of the read when voices are slower than real time. `continues`: the
 * performance follows at once, whether anybody listens or not.
 */
export function headStart(
  lines: readonly PerformanceLinePlan[], paceOf: (line: PerformanceLinePlan) => number, { continues = false }: { continues?: boolean } = {},
): number {
  const timed = lines.map((line) => ({ seconds: secondsOf(line), computing: secondsOf(line) * paceOf(line) * MARGIN, pause: line.pauseAfterMs / 1000 }));
  if (timed.every(({ computing }) => computing === 0)) return 0;
  const keepsAhead = (first: number): boolean => {
    let [due, ready] = [LEAD_IN_MS / 1000, continues ? CONTINUE_SECONDS : START_SECONDS];
    return timed.every(({ seconds, computing, pause }, position) => {
      if (position >= first) ready += computing;
      const inTime = position < first || ready <= due;
      due += seconds + pause;
      return inTime;
    });
  };
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (keepsAhead(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
