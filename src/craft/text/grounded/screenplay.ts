import { detectLanguage } from '../../narrative/analysis/language/detect-language.js';
import type { ScriptBrief } from '../../narrative/model.js';
import { readSeconds } from '../../narrative/writing/direction/length.js';
import { speakerOf, type Screenplay, type ScreenplayEntry } from '../../screenplay/model.js';
import type { Budget } from '../model/budget.js';
import { AnswerFlaw, type ModelClient } from '../model/model-client.js';
import type { WriterMemory } from '../writer-memory.js';
import { beatComplaints, beatQuestion, linesOf, type BeatLine } from './beat-question.js';
import { beatsOf, spokenForm, wordsOf, type Beat } from './beats.js';
import { wishesOf } from './plan.js';

/** The model's lines for a beat, or the reason why the embedded writer's lines stay. */
export type WrittenBeat = { lines: BeatLine[] } | { reason: string };

type Note = Screenplay['reviewNotes'][number];

/** When the model's beats change the length of a script by more than this share, some of them go back to the embedded writer. */
const MAX_LENGTH_ERROR = 0.1;
const LANGUAGE_CHARACTERS = 20_000;

export interface BeatDesk {
  model: ModelClient;
  memory: WriterMemory;
  budget: Budget;
  signal?: AbortSignal | undefined;
  onBeat?: ((done: number, total: number) => void) | undefined;
}

type BeatQuestion = ReturnType<typeof beatQuestion>;

/** Lets the model write one beat. Throws only failures of the server itself. */
async function writeBeat({ model, memory, budget, signal }: BeatDesk, beat: Beat, question: BeatQuestion, key: readonly unknown[]): Promise<WrittenBeat> {
  return memory.once<WrittenBeat & { passing?: boolean }>(key, async (own) => {
    try {
      const lines = linesOf(beat, await model.ask(question, (answer) => beatComplaints(beat, answer), { signal, budget: own }));
      return typeof lines === 'string' ? { reason: lines } : { lines };
    } catch (error) {
      if (!(error instanceof AnswerFlaw)) throw error;
      return { reason: error.reason, passing: own.spent !== null };
    }
    // A spent budget or a silent server says nothing about the beat, so the next run may ask again.
  }, { budget, isKept: ({ passing }) => passing !== true });
}

/**
 * Writes all beats, as many at once as the client allows. Beats that an earlier run wrote come from the memory first. The first failure of the server stops
 * the others.
 */
async function writeBeats(desk: BeatDesk, beats: readonly Beat[], brief: ScriptBrief): Promise<WrittenBeat[]> {
  const stop = new AbortController();
  const signal = desk.signal ? AbortSignal.any([desk.signal, stop.signal]) : stop.signal;
  let done = 0;
  let failure: { error: unknown } | null = null;
  const wishes = wishesOf(brief);
  const questions = beats.map((beat) => beatQuestion(beat, brief.tableRead.mode, wishes));
  const keys = questions.map(({ material, task }, index) => ['beat', desk.model.name, brief.seed, index, material, task]);
  const kept = await Promise.all(keys.map((key) => desk.memory.recall<WrittenBeat>(key, desk.budget)));
  const written = await Promise.all(beats.map(async (beat, index): Promise<WrittenBeat> => {
    try {
      const made = kept[index]?.value ?? await writeBeat({ ...desk, signal }, beat, questions[index]!, keys[index]!);
      desk.onBeat?.(++done, beats.length);
      return made;
    } catch (error) {
      failure ??= { error };
      stop.abort();
      return { reason: 'the writing was stopped' };
    }
  }));
  if (failure) throw (failure as { error: unknown }).error;
  return written;
}

/** Gives beats back to the embedded writer, the one with the largest length error first, until the script has its length. */
function heldToLength(script: Screenplay, beats: readonly Beat[], written: readonly WrittenBeat[]): WrittenBeat[] {
  const total = script.entries.reduce((sum, entry) => sum + (speakerOf(entry, script.narrationPolicy) === null ? 0 : wordsOf(entry.text)), 0);
  const held = [...written];
  for (;;) {
    const errors = held.map((each, index) => ('lines' in each ? each.lines.reduce((sum, { text }) => sum + wordsOf(text), 0) - beats[index]!.words : 0));
    const error = errors.reduce((sum, each) => sum + each, 0);
    if (Math.abs(error) <= total * MAX_LENGTH_ERROR) return held;
    const farthest = errors.reduce((worst, each, index) => (each * Math.sign(error) > errors[worst]! * Math.sign(error) ? index : worst), 0);
    held[farthest] = { reason: 'the script would miss its length' };
  }
}

interface Assembly { entries: ScreenplayEntry[]; notes: Note[]; placeOf: Map<number, number> }

function addBeat({ entries, notes }: Assembly, beat: Beat, lines: readonly BeatLine[], name: string): void {
  const first = entries.length;
  for (const { who, text, origin, spans, replaced } of lines) {
    const kind = beat.speakers.get(who)!;
    if (replaced !== undefined) {
      notes.push({ entryIndex: entries.length, rule: 'unsupported_line', message: `The words of the source stand in place of a line of the model: ${replaced}.` });
    }
    entries.push({
      index: entries.length, sceneIndex: beat.entries[0]!.sceneIndex, kind, ...(kind === 'dialogue' ? { character: who } : {}), text, ...spokenForm(text), origin, spans,
    });
  }
  notes.push({ entryIndex: first, rule: 'model_lines', message: `Lines ${first} to ${entries.length - 1} are by ${name}, checked against the sentences that they cite.` });
}

/** The embedded writer's script with the model's beats in place of its own. Everything else stays as it is. */
function assembled(script: Screenplay, beats: readonly Beat[], written: readonly WrittenBeat[], name: string): Screenplay {
  const assembly: Assembly = { entries: [], notes: [], placeOf: new Map() };
  const { entries, notes, placeOf } = assembly;
  const beatAt = new Map(beats.map((beat, index) => [beat.first, { beat, made: written[index]! }]));
  for (let at = 0; at < script.entries.length;) {
    const found = beatAt.get(at);
    if (found && 'lines' in found.made) {
      addBeat(assembly, found.beat, found.made.lines, name);
      at += found.beat.entries.length;
      continue;
    }
    if (found) {
      const last = entries.length + found.beat.entries.length - 1;
      notes.push({ entryIndex: entries.length, rule: 'model_fallback', message: `Lines ${entries.length} to ${last} are the embedded writer's: ${(found.made as { reason: string }).reason}.` });
    }
    placeOf.set(at, entries.length);
    entries.push({ ...script.entries[at]!, index: entries.length });
    at += 1;
  }
  const scenes = script.scenes.map((scene) => {
    const own = entries.filter(({ sceneIndex }) => sceneIndex === scene.index);
    return { ...scene, firstEntry: own[0]?.index ?? 0, lastEntry: own.at(-1)?.index ?? 0 };
  });
  const cast = script.cast.map((member) => {
    const lines = entries.filter((entry) => speakerOf(entry, script.narrationPolicy) === member.character);
    return { ...member, lineCount: lines.length, wordCount: lines.reduce((sum, { text }) => sum + wordsOf(text), 0) };
  });
  const known = script.reviewNotes.flatMap((note) => {
    if (note.entryIndex === null) return [note];
    const entryIndex = placeOf.get(note.entryIndex);
    return entryIndex === undefined ? [] : [{ ...note, entryIndex }];
  });
  return { ...script, scenes, entries, cast, reviewNotes: [...known, ...notes, ...wholeNotes(written, name)] };
}

/** Notes about the script as a whole: who wrote how much of it. */
function wholeNotes(written: readonly WrittenBeat[], name: string): Note[] {
  const own = written.filter((each) => 'lines' in each).length;
  const summary = { entryIndex: null, rule: 'writers', message: `${own} of ${written.length} beats are by ${name}, the others by the embedded writer.` };
  const mostly = own * 2 < written.length
    ? [{ entryIndex: null, rule: 'mostly_fallback', message: `Most of the script is the embedded writer's, because ${name} gave no usable answer for it.` }] : [];
  return [summary, ...mostly];
}

/** A read may miss the requested length by this share before a note tells a person. */
const MAX_READ_ERROR = 0.2;

/** Notes on what the read lacks of its plan's promises: the length, or a cast member without a line. */
function shortfallsOf(script: Screenplay, { tableRead, castNames }: ScriptBrief): Note[] {
  const seconds = Math.round(readSeconds(script));
  const missed = Math.abs(seconds / tableRead.durationSeconds - 1) > MAX_READ_ERROR;
  const silent = castNames.filter((name) => !script.cast.some(({ character, lineCount }) => character === name && lineCount > 0));
  return [
    ...(missed ? [{ entryIndex: null, rule: 'length_missed', message: `The read lasts about ${seconds} s; ${tableRead.durationSeconds} s were asked for.` }] : []),
    ...silent.map((name) => ({ entryIndex: null, rule: 'silent_cast', message: `${name} is in the cast of the plan and says nothing.` })),
  ];
}

const onlyNote = (script: Screenplay, message: string): Screenplay =>
  ({ ...script, reviewNotes: [...script.reviewNotes, { entryIndex: null, rule: 'writers', message }] });

/**
 * The embedded writer's script with its programme rewritten by a model, beat by beat. Lines of people and authors stay. Each line of the model is checked
 * against the sentences that it cites. An unusable beat stays the embedded writer's, and the review notes say who wrote which lines.
 */
export async function screenplayByModel(desk: BeatDesk, script: Screenplay, brief: ScriptBrief): Promise<Screenplay> {
  if (script.mode === 'drama') return onlyNote(script, 'A drama performs the words of its source; all lines are arranged by the embedded writer.');
  const foreign = brief.sources.some(({ text }) => text !== null && detectLanguage(text.slice(0, LANGUAGE_CHARACTERS)) !== 'en');
  if (foreign) return onlyNote(script, 'All lines are the embedded writer\'s: a model\'s lines can be checked against English sources only.');
  const beats = beatsOf(script, brief.sources);
  if (beats.length === 0) return onlyNote(script, 'All lines are the embedded writer\'s: there is no stretch of its own telling.');
  const written = heldToLength(script, beats, await writeBeats(desk, beats, brief));
  const made = assembled(script, beats, written, desk.model.name);
  return { ...made, reviewNotes: [...made.reviewNotes, ...shortfallsOf(made, brief)] };
}
