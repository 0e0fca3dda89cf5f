/** A change of light within a line, in milliseconds from its start. */
export interface LightChange { atMs: number; riseMs: number; untilMs: number; fallMs: number }

/**
 * People must not be shown more than three flashes in a second (WCAG 2.3.1). Flashes begin at least this far apart, in one line and from
 * one line to the next: three in any second at most.
 */
export const FLASHES_APART_MS = 400;

const FIRST_MS = 60;
/** A line shorter than this has one flash, and one shorter than `FIRST_MS + FLASHES_APART_MS` has none. */
const TWO_FLASHES_MS = 1_000;

/** The flashes of lightning in a line of a length. */
export function lightningIn(durationMs: number): LightChange[] {
  if (durationMs < FIRST_MS + FLASHES_APART_MS) return [];
  const second = FIRST_MS + FLASHES_APART_MS;
  return [
    { atMs: FIRST_MS, riseMs: 60, untilMs: FIRST_MS + 330, fallMs: 240 },
    ...(durationMs < TWO_FLASHES_MS ? [] : [{ atMs: second, riseMs: 40, untilMs: Math.min(durationMs, second + 540), fallMs: 440 }]),
  ];
}

const DIPS_APART_MS = 800;
const DIP_MS = 260;
/** Dips keep this distance from the end of a line, because the next line may begin with lightning. */
const EDGE_MS = 400;

/** The dips of a flickering light in a line; the index of its entry makes their intervals uneven. */
export function flickersIn(durationMs: number, entryIndex: number): LightChange[] {
  const dips: LightChange[] = [];
  for (let atMs = EDGE_MS, step = 1; atMs + DIP_MS + EDGE_MS <= durationMs; step++) {
    dips.push({ atMs, riseMs: 80, untilMs: atMs + DIP_MS, fallMs: 140 });
    atMs += DIPS_APART_MS + ((entryIndex * 7 + step * 13) % 5) * 110;
  }
  return dips;
}
