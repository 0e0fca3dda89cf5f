import Type, { type Static } from 'typebox';
import type { ScriptBrief } from '../../narrative/model.js';
import { NARRATOR, READER, speakerOf, type CastMember, type CastRole, type Screenplay, type ScreenplayEntry } from '../../screenplay/model.js';
import { ProviderFailure } from '../failures.js';
import type { Quotable } from './material.js';
import { findQuote } from './quotes.js';

const closed = { additionalProperties: false };
const Text = (maxLength: number) => Type.String({ maxLength });
const Gender = Type.Unsafe<'female' | 'male' | 'neutral'>({ type: 'string', enum: ['female', 'male', 'neutral'] });

/** Schema of an answer in which only the given cues speak. */
export function screenplayAnswer(cues: readonly string[]) {
  const Cue = Type.Unsafe<string>({ type: 'string', enum: [...cues] });
  return Type.Object({
    title: Type.String({ minLength: 1, maxLength: 160 }),
    cast: Type.Array(Type.Object({ character: Cue, gender: Gender, description: Text(400) }, closed), { maxItems: 60 }),
    scenes: Type.Array(Type.Object({
      heading: Type.String({ minLength: 1, maxLength: 160 }),
      title: Text(160),
      entries: Type.Array(Type.Object({
        kind: Type.Unsafe<'action' | 'dialogue' | 'transition'>({ type: 'string', enum: ['action', 'dialogue', 'transition'] }),
        character: Type.Union([Cue, Type.Null()]),
        parenthetical: Type.Union([Text(120), Type.Null()]),
        text: Type.String({ minLength: 1, maxLength: 2_000 }),
        source: Type.Union([Type.Object({ sourceId: Text(128), quote: Text(2_000) }, closed), Type.Null()]),
      }, closed), { minItems: 1, maxItems: 400 }),
    }, closed), { minItems: 1, maxItems: 60 }),
  }, closed);
}
type Answer = Static<ReturnType<typeof screenplayAnswer>>;
type Line = Answer['scenes'][number]['entries'][number];

export const SCREENPLAY_TASK = `Write the screenplay of the plan's beats for reading aloud, in the wanted mode and length (about 150 spoken words
a minute). Only the listed cues speak. Where a line's words come from a source, name the source and quote them; where they do not,
set source to null. With narrationPolicy suppress everything that must be heard is dialogue.`;

const roleOf = (cue: string): CastRole =>
  (cue === NARRATOR ? 'narrator' : cue === READER ? 'reader' : /^HOST\b/.test(cue) ? 'host' : 'character');

const wordsOf = (text: string): number => text.split(/\s+/).filter(Boolean).length;

function castOf(entries: readonly ScreenplayEntry[], brief: ScriptBrief, answer: Answer): CastMember[] {
  const members = new Map<string, CastMember>();
  for (const entry of entries) {
    const cue = speakerOf(entry, brief.tableRead.narrationPolicy);
    if (!cue) continue;
    const described = answer.cast.find(({ character }) => character === cue);
    const member = members.get(cue) ?? {
      character: cue, role: roleOf(cue), gender: described?.gender ?? 'neutral', description: described?.description ?? '', lineCount: 0, wordCount: 0,
    };
    member.lineCount += 1;
    member.wordCount += wordsOf(entry.text);
    members.set(cue, member);
  }
  return [...members.values()];
}

interface Draft { entries: ScreenplayEntry[]; notes: Screenplay['reviewNotes'] }

/** Adds a line. When its quotation is not in the source, the line counts as invented and gets a review note. */
function addLine({ entries, notes }: Draft, line: Line, sceneIndex: number, quotables: readonly Quotable[], provider: string): void {
  if (line.kind === 'dialogue' && line.character === null) throw new ProviderFailure(provider, 'a line of dialogue has no speaker', true);
  const index = entries.length;
  const found = line.source ? findQuote(quotables, line.source.sourceId, line.source.quote) : null;
  if (line.source && !found) {
    notes.push({ entryIndex: index, rule: 'unsupported_quote', message: 'The line quotes words that are not in its source.' });
  }
  entries.push({
    index, sceneIndex, kind: line.kind, text: line.text,
    ...(line.kind === 'dialogue' ? { character: line.character! } : {}),
    ...(line.kind === 'dialogue' && line.parenthetical ? { parenthetical: line.parenthetical.replaceAll(/[()]/g, '') } : {}),
    origin: !found ? 'stock' : found.words === line.text ? 'source' : 'edited',
    spans: found?.span ? [found.span] : [],
  });
}

/** Converts a validated answer into a screenplay. Throws a retryable `ProviderFailure` when nobody speaks in it. */
export function screenplayFrom(answer: Answer, brief: ScriptBrief, quotables: readonly Quotable[], provider: string): Screenplay {
  const draft: Draft = { entries: [], notes: [] };
  const scenes = answer.scenes.map((scene, index) => {
    const firstEntry = draft.entries.length;
    draft.entries.push({ index: firstEntry, sceneIndex: index, kind: 'scene_heading', text: scene.heading, origin: 'stock', spans: [] });
    for (const line of scene.entries) addLine(draft, line, index, quotables, provider);
    return { index, heading: scene.heading, title: scene.title || scene.heading, firstEntry, lastEntry: draft.entries.length - 1 };
  });
  const cast = castOf(draft.entries, brief, answer);
  if (cast.length === 0) throw new ProviderFailure(provider, 'nobody speaks in the screenplay', true);
  return {
    title: brief.title || answer.title, mode: brief.tableRead.mode, narrationPolicy: brief.tableRead.narrationPolicy,
    scenes, entries: draft.entries, cast, reviewNotes: draft.notes,
  };
}
