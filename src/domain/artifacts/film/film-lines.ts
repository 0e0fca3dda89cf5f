import type { Timeline } from '../../../craft/audio/timeline.js';
import { SEEN_TELLER, speakerOf, type Emotion, type Screenplay, type ScreenplayEntry } from '../../../craft/screenplay/model.js';
import { stageAt, type StageCast, type StageLine, type StageMoment } from '../../../craft/stage/stage-plan.js';
import { isSeen } from '../pictures/read-looks.js';
import { presentIn, type StagePresence } from '../pictures/stage-people.js';

/** A spoken line as the camera sees it. Its own words count; of the lines around it, only their speakers count. */
export interface FilmLine {
  entryIndex: number;
  sceneIndex: number;
  text: string;
  emotion: Emotion;
  /** Start and end without the silence around the line. */
  startMs: number;
  endMs: number;
  /** When the next line begins, or the programme ends. */
  untilMs: number;
  moment: StageMoment;
  /** True when a voice narrates, whether or not its person is seen: pictures then show what it tells. */
  isTold: boolean;
  /**
   * People in the order of their nearness to the line: the addressee if known, then people who speak near it in its scene, the nearest first and earlier
   * lines before later ones, then people whom the narration near it mentions. Includes the line's own speaker.
   */
  nearest: readonly string[];
  /** The last person who spoke before this line in its scene. */
  last: string | null;
  /** How many lines of the same voice come directly before it in its scene. */
  run: number;
  /** True for the first line of a person in the read. */
  introduces: boolean;
  /** Who speaks at the same time from just after the beginning of this line. */
  joinedBy?: string;
  opensScene: boolean;
  closesScene: boolean;
}

/** Parentheticals of lines in which a person of the story narrates. */
const TELLING = new Set(['narrating', 'reading']);

function castOf({ cast }: Screenplay, presence: StagePresence | undefined): StageCast {
  return {
    people: [...cast.filter(isSeen).map(({ character }) => character), ...presence?.extras.map(({ character }) => character) ?? []],
    narrators: cast.filter((member) => !isSeen(member)).map(({ character }) => character),
  };
}

/** Speakers around a line within its scene, the nearest first, then people whom the narration there mentions. */
function nearestTo(at: number, speakers: readonly (string | null)[], lines: readonly StageLine[], isSameScene: (place: number) => boolean): string[] {
  const [found, present] = [new Set<string>(), new Set<string>()];
  for (let distance = 0, [before, after] = [true, true]; before || after; distance++) {
    before &&= isSameScene(at - distance);
    after &&= isSameScene(at + distance);
    for (const place of [...before ? [at - distance] : [], ...after ? [at + distance] : []]) {
      if (speakers[place]) found.add(speakers[place]);
      for (const one of lines[place]!.present ?? []) present.add(one);
    }
  }
  return [...new Set([...found, ...present])];
}

/** Who begins to speak while a line is still heard. */
function joinedBy({ entries }: Timeline, at: number, speakers: readonly (string | null)[]): Pick<FilmLine, 'joinedBy'> {
  const [line, next] = [entries[at]!, entries[at + 1]];
  return next && next.startMs < line.endMs && speakers[at + 1] ? { joinedBy: speakers[at + 1]! } : {};
}

/** The lines that have shots: of lines that are heard at the same time the first, for as long as any of them. */
export function linesOfShots(lines: readonly FilmLine[]): FilmLine[] {
  const shown: FilmLine[] = [];
  for (const line of lines) {
    const last = shown.at(-1);
    if (!last || line.startMs >= last.endMs) shown.push(line);
    else shown[shown.length - 1] = { ...last, endMs: Math.max(last.endMs, line.endMs), untilMs: line.untilMs, closesScene: line.closesScene };
  }
  return shown;
}

/** The lines of a performed read in order, with the state of the stage at each. `limit` is how many people the stage has room for. */
export function filmLines(screenplay: Screenplay, timeline: Timeline, limit: number, presence?: StagePresence): FilmLine[] {
  const cast = castOf(screenplay, presence);
  const present = presentIn(presence);
  const whole = new Set(presence?.whole);
  const readers = new Set(screenplay.cast.filter(({ role }) => role === 'reader').map(({ character }) => character));
  const entries = timeline.entries.map(({ entryIndex }) => screenplay.entries[entryIndex]!);
  const narrators = new Set(cast.narrators);
  const isTellerSeen = cast.people.includes(SEEN_TELLER);
  const seenSpeaker = (entry: ScreenplayEntry): string | null => {
    const speaker = speakerOf(entry, screenplay.narrationPolicy);
    return isTellerSeen && entry.kind === 'dialogue' && narrators.has(speaker ?? '') ? SEEN_TELLER : speaker;
  };
  const lines = entries.map((entry): StageLine => ({
    index: entry.index, sceneIndex: entry.sceneIndex, kind: entry.kind, character: seenSpeaker(entry),
    present: present.get(entry.index) ?? [], isWhole: whole.has(entry.index),
  }));
  const moments = lines.map((line) => stageAt(lines, line, cast, limit));
  const told = moments.map(({ isNarrated, speaker }, at) =>
    isNarrated || readers.has(speaker ?? '') || TELLING.has((entries[at] as ScreenplayEntry).parenthetical ?? ''));
  const speakers = moments.map(({ speaker }, at) => (told[at] ? null : speaker));
  let run = 0;
  return timeline.entries.map(({ entryIndex, startMs, endMs }, at): FilmLine => {
    const { sceneIndex } = lines[at]!;
    const entry = entries[at]!;
    const isSameScene = (place: number): boolean => lines[place]?.sceneIndex === sceneIndex;
    const { standing } = moments[at]!;
    const nearest = new Set([...entry.saidTo ? [entry.saidTo] : [], ...nearestTo(at, speakers, lines, isSameScene)]);
    run = isSameScene(at - 1) && lines[at - 1]!.character === lines[at]!.character ? run + 1 : 0;
    const before = speakers.findLastIndex((speaker, place) => place < at && speaker !== null);
    return {
      entryIndex, sceneIndex, text: entry.text, emotion: entry.tuned?.emotion ?? entry.delivery?.emotion ?? 'neutral', startMs, endMs,
      untilMs: timeline.entries[at + 1]?.startMs ?? timeline.durationMs, moment: moments[at]!, isTold: told[at]!,
      nearest: [...nearest].filter((name) => standing.includes(name)), last: isSameScene(before) ? speakers[before]! : null,
      introduces: speakers[at] !== null && speakers.indexOf(speakers[at]!) === at, ...joinedBy(timeline, at, speakers), run,
      opensScene: !isSameScene(at - 1), closesScene: !isSameScene(at + 1),
    };
  });
}
