import type { Detail, HeldShot, Passing, View } from './film.js';

/** The passings between two moments, with times counted from `fromMs`. One that began before is visible from the start, without its fade and rise. */
export function passingsBetween(passings: readonly Passing[], fromMs: number, untilMs: number): Passing[] {
  return passings.flatMap((passing) => {
    if (passing.untilMs <= fromMs || passing.fromMs >= untilMs) return [];
    const isNew = passing.fromMs >= fromMs;
    return [{
      ...passing, fromMs: Math.max(0, passing.fromMs - fromMs), untilMs: Math.min(untilMs, passing.untilMs) - fromMs,
      fadeInMs: isNew ? passing.fadeInMs : 0, rise: isNew ? passing.rise : 0, fadeOutMs: passing.untilMs <= untilMs ? passing.fadeOutMs : 0,
    }];
  });
}

/** The view of a shot's camera at a time. */
function viewAt({ from, to, via = [], durationMs }: HeldShot, atMs: number): View {
  const way = [{ atMs: 0, view: from }, ...via, { atMs: durationMs, view: to }];
  const next = way.findIndex((place, index) => index > 0 && place.atMs >= atMs);
  const [before, after] = next < 0 ? [way.at(-1)!, way.at(-1)!] : [way[next - 1]!, way[next]!];
  const share = after.atMs > before.atMs ? (atMs - before.atMs) / (after.atMs - before.atMs) : 0;
  const between = (side: keyof View): number => before.view[side] + (after.view[side] - before.view[side]) * share;
  return { x: between('x'), y: between('y'), zoom: between('zoom') };
}

/** The steps of a detail between two moments, with times counted from `fromMs`. The step that is showing at `fromMs` comes first. */
function stepsBetween({ steps, ...detail }: Detail, fromMs: number, untilMs: number): Detail {
  const known = steps.findLast(({ atMs }) => atMs <= fromMs);
  return { ...detail, steps: [...(known ? [{ ...known, atMs: 0 }] : []),
    ...steps.filter(({ atMs }) => atMs > fromMs && atMs < untilMs).map((step) => ({ ...step, atMs: step.atMs - fromMs }))] };
}

function partOf(shot: HeldShot, fromMs: number, untilMs: number): HeldShot {
  const { durationMs, via, details, passing, footage, fadeInMs, fadeOutMs } = shot;
  if (fromMs === 0 && untilMs === durationMs) return shot;
  return {
    ...shot, durationMs: untilMs - fromMs, from: viewAt(shot, fromMs), to: viewAt(shot, untilMs),
    fadeInMs: Math.max(0, fadeInMs - fromMs), fadeOutMs: Math.max(0, fadeOutMs - (durationMs - untilMs)),
    ...(via ? { via: via.filter(({ atMs }) => atMs > fromMs && atMs < untilMs).map(({ atMs, view }) => ({ atMs: atMs - fromMs, view })) } : {}),
    ...(details ? { details: details.map((detail) => stepsBetween(detail, fromMs, untilMs)) } : {}),
    ...(passing ? { passing: passingsBetween(passing, fromMs, untilMs) } : {}),
    ...(footage ? { footage: { ...footage, film: { ...footage.film, fromMs: footage.film.fromMs + fromMs } } } : {}),
  };
}

/** The parts of shots between two moments, both counted from the beginning of the first shot; shots outside are left out. */
export function shotsBetween(shots: readonly HeldShot[], fromMs: number, untilMs: number): HeldShot[] {
  let at = 0;
  return shots.flatMap((shot) => {
    const [from, until] = [Math.max(0, fromMs - at), Math.min(shot.durationMs, untilMs - at)];
    at += shot.durationMs;
    return until - from > 1e-6 ? [partOf(shot, from, until)] : [];
  });
}

/** Adds passings to shots, on top of the shots' own. Their times count from the beginning of the first shot. */
export function withPassings(shots: readonly HeldShot[], passings: readonly Passing[]): HeldShot[] {
  if (passings.length === 0) return [...shots];
  let at = 0;
  return shots.map((shot) => {
    const own = passingsBetween(passings, at, at + shot.durationMs);
    at += shot.durationMs;
    return own.length === 0 ? shot : { ...shot, passing: [...shot.passing ?? [], ...own] };
  });
}
