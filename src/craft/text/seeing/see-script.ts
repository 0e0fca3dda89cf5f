import type { WriterSource } from '../../narrative/model.js';
import type { Screenplay, ScreenplayEntry, SeenPerson, Sight } from '../../screenplay/model.js';
import type { Budget } from '../model/budget.js';
import { AnswerFlaw, type ModelClient } from '../model/model-client.js';
import type { WriterMemory } from '../writer-memory.js';
import { complaintsAbout, flawOf, Names, seenIn, type Dressed, type Seen } from './answered.js';
import { RULES, sightQuestion, tokensOfAnswer, type KnownBefore } from './question.js';
import { unitsOf, windowsOf, type ScriptUnit } from './units.js';

export interface SeeingDesk { model: ModelClient; memory: WriterMemory; budget: Budget; signal?: AbortSignal | undefined }

/** How many parts a window may have: first the number that reads well, then fewer for a smaller context. */
const UNITS_AT_ONCE = [70, 40, 20, 10];
/** Bounds of a window in characters. */
const [MIN_WINDOW, MAX_WINDOW] = [1_500, 7_000];
/** Characters of a question beside its window: people, what came before, and fences. */
const BESIDE_CHARACTERS = 4_000;
/** How many characters are shown of the source before a script, and of the script before a window. */
const [SOURCE_BEFORE, SCRIPT_BEFORE] = [2_000, 600];
/** How many characters are shown of the beginning of a source, which tells weather, hour and place for pages to come. */
const OPENING = 700;

/** The words of the source before the first line of a script, with the opening of the source. */
function sourceBefore({ entries }: Screenplay, sources: readonly WriterSource[]): string {
  const spans = entries.flatMap((entry) => entry.spans);
  const source = sources.find(({ sourceId }) => sourceId === spans[0]?.sourceId);
  if (!source?.text) return '';
  const start = Math.min(...spans.filter(({ sourceId }) => sourceId === source.sourceId).map((span) => span.start));
  const [opening, before] = [source.text.slice(0, Math.min(OPENING, start)), source.text.slice(Math.max(OPENING, start - SOURCE_BEFORE), start)];
  return start > OPENING + SOURCE_BEFORE ? `${opening} […]\n\n[…] ${before}` : opening + before;
}

/** Merges new findings into the known people. Earlier windows win, because a person looks the same throughout. */
function merged(known: readonly SeenPerson[], people: readonly SeenPerson[]): SeenPerson[] {
  const all = new Map(known.map((person) => [person.name, person]));
  for (const person of people) {
    const was = all.get(person.name);
    all.set(person.name, was ? {
      ...was, sex: was.sex === 'neutral' ? person.sex : was.sex, looks: was.looks || person.looks, shown: { ...person.shown, ...was.shown },
    } : person);
  }
  return [...all.values()];
}

/** How many outfits of one person are drawn; in any other the person looks as at first. */
const MOST_OUTFITS = 4;

/** The person with new outfits added, up to `MOST_OUTFITS`. */
function withOutfits(person: SeenPerson, dressed: readonly Dressed[]): SeenPerson {
  if (person.many) return person;
  const all = new Map(person.outfits?.map((outfit) => [outfit.wears, outfit]));
  for (const { name, outfit } of dressed) if (name === person.name && all.size < MOST_OUTFITS && !all.has(outfit.wears)) all.set(outfit.wears, outfit);
  return all.size > 0 ? { ...person, outfits: [...all.values()] } : person;
}

/** Asks window by window, because each question continues with what was seen before it. */
class ScriptViewer {
  private people: SeenPerson[] = [];
  private readonly seen: Seen[] = [];

  constructor(private readonly desk: SeeingDesk, private readonly script: Screenplay, private readonly before: string) {}

  /** Looks at all windows. Returns why the result is not used; null when it is. */
  async look(windows: readonly ScriptUnit[][]): Promise<string | null> {
    for (const units of windows) {
      if (this.desk.budget.spent) return this.desk.budget.spent;
      try {
        const flaw = await this.lookAt(units);
        if (flaw !== null) return flaw;
      } catch (error) {
        if (!(error instanceof AnswerFlaw)) throw error;
        return error.reason;
      }
    }
    return null;
  }

  private async lookAt(units: readonly ScriptUnit[]): Promise<string | null> {
    const { model, memory, budget, signal } = this.desk;
    const known = this.knownBefore(units[0]!);
    const question = sightQuestion(this.script, units, known);
    const text = `${known.words}\n${question.material}`;
    const names = (): Names => new Names(this.script, this.people, text);
    const answer = await memory.once(['sights', model.name, question.rules, question.material, question.task], (own) =>
      model.ask(question, (one) => complaintsAbout(one, units, names()), { signal, budget: own }), { budget });
    const given = names();
    const flaw = flawOf(answer, units, given);
    if (flaw !== null) return flaw;
    const seen = seenIn(answer, units, given, text);
    this.seen.push(seen);
    this.people = merged(this.people, seen.people).map((person) => withOutfits(person, seen.outfits));
    return null;
  }

  private knownBefore({ entryIndex }: ScriptUnit): KnownBefore {
    const sight = this.seen.at(-1)?.sights.at(-1)?.value ?? null;
    const words = this.seen.length === 0 ? this.before : this.script.entries.slice(0, entryIndex).map(({ text }) => text).join('\n').slice(-SCRIPT_BEFORE);
    return { words, people: this.people, sight };
  }

  /** The script with what was seen. A scene that begins in the middle of a sight starts with that sight. */
  seenScript(): Screenplay {
    const sights = this.seen.flatMap((one) => one.sights);
    const told = this.seen.flatMap((one) => one.told);
    const saidTo = new Map(this.seen.flatMap((one) => one.saidTo).map(({ entryIndex, value }) => [entryIndex, value]));
    let last: Sight | null = null;
    let scene = -1;
    const heard = new Set(unitsOf(this.script).map(({ entryIndex }) => entryIndex));
    const entries = this.script.entries.map((entry): ScreenplayEntry => {
      const own = sights.filter(({ entryIndex }) => entryIndex === entry.index).map(({ value }) => value);
      const tells = told.filter(({ entryIndex }) => entryIndex === entry.index).map(({ value }) => value);
      const opens = entry.sceneIndex !== scene && heard.has(entry.index);
      if (opens) scene = entry.sceneIndex;
      const carried: Sight[] = opens && last !== null && own[0]?.from !== 0 ? [{ ...last, from: 0 }] : [];
      const all = [...carried, ...own];
      last = all.at(-1) ?? last;
      const to = saidTo.get(entry.index);
      return { ...entry, ...(all.length > 0 ? { sights: all } : {}), ...(tells.length > 0 ? { toldOf: tells } : {}), ...(to ? { saidTo: to } : {}) };
    });
    const era = this.seen.map((one) => one.era).find((one) => one !== null) ?? null;
    return { ...this.script, entries, seen: { era, people: this.people } };
  }
}

/** The script in windows that fit into the model's context; null when none does. */
async function windowsFor({ model, signal }: SeeingDesk, units: readonly ScriptUnit[]): Promise<ScriptUnit[][] | null> {
  for (const most of UNITS_AT_ONCE) {
    const room = await model.roomFor(tokensOfAnswer(most), RULES, signal) - BESIDE_CHARACTERS;
    if (room >= MIN_WINDOW) return windowsOf(units, most, Math.min(MAX_WINDOW, room));
  }
  return null;
}

const noted = (script: Screenplay, message: string): Screenplay => ({ ...script, reviewNotes: [...script.reviewNotes, { entryIndex: null, rule: 'sights', message }] });

/**
 * A drama with what a model sees in it, window by window: its people, where they are and who is there. The model chooses among what pictures can show; its
 * words for places and looks come from the text. An answer that does not show the people who speak is not used, and the notes say so. Throws
 * `ProviderBackoff`, `ProviderFailure` and the signal's reason.
 */
export async function seenByModel(desk: SeeingDesk, script: Screenplay, sources: readonly WriterSource[]): Promise<Screenplay> {
  const units = unitsOf(script);
  if (script.mode !== 'drama' || units.length === 0) return script;
  const viewer = new ScriptViewer(desk, script, sourceBefore(script, sources));
  const windows = await windowsFor(desk, units);
  const flaw = windows ? await viewer.look(windows) : 'its context is too small';
  if (flaw !== null) return noted(script, `What pictures show follows from rules, not from ${desk.model.name}: ${flaw}.`);
  return noted(viewer.seenScript(), `${desk.model.name} says who is seen, where people are and who is there.`);
}
