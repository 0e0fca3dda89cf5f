import type { WrittenScene } from '../../../craft/narrative/model.js';
import { identityOf, paginate, parseFountain, importScript, SCRIPT_LIMITS, ScriptRefused, writeFountain, type Script, type ScriptElement } from '../../../craft/screenplay/index.js';
import type { SourceFormat } from '../script-model.js';

/** The usual limits for parsing a script, but with more time. */
const LIMITS = { ...SCRIPT_LIMITS, milliseconds: 10_000 };

export type AppendOutcome = { ok: true; content: string; pageCount: number } | { ok: false; message: string };

/** The text of an element on one line, without marks that Fountain would take for a note (`[[note]]`) or a comment (`/* cut *\/`). */
const plain = (text: string): string => text.replace(/\[\[+|\]\]+/gu, ([mark]) => mark!).replace(/\/\*+|\*+\//gu, '/').replace(/\s+/gu, ' ').trim();
/** Words of a speech, without marks that would make them a direction (`(low)`) or a lyric (`~`). */
const spoken = (text: string): string => plain(text).replace(/^[~\s]+/u, '').replace(/^[(（](.*)[)）]$/u, '$1').trim();
/** Words of a transition, without marks that would centre it (`> THE END <`). */
const transitionOf = (text: string): string => plain(text).replace(/[<>]+/gu, '').replace(/^[^\p{L}\p{N}]+/u, '').trim();
const WORDS_OF = { action: plain, transition: transitionOf, dialogue: spoken };
/** Removes leading dots, because Fountain takes them for a forced heading. */
const withoutDots = (text: string): string => text.replace(/^[.\s]+/u, '');
const headingOf = (text: string): string => withoutDots(withoutDots(plain(text)).replace(/^#([^#]*)#$/u, '$1')).trim();

/** A heading with its scene number: `INT. ROOM - DAY #12A#`. */
const NUMBERED = /^(.*\S)\s*#([\p{L}\p{N}][\p{L}\p{N}.\-–()]*)#$/u;

/** A scene as elements of a screenplay; lines without words are left out. */
export function elementsOf({ heading, lines }: WrittenScene): ScriptElement[] {
  const body = lines.flatMap((line): ScriptElement[] => {
    const text = WORDS_OF[line.kind](line.text);
    // A speech needs letters or digits; an action may be punctuation alone (`…`).
    if (text === '' || (line.kind !== 'action' && !/[\p{L}\p{N}]/u.test(text))) return [];
    if (line.kind !== 'dialogue') return [{ type: line.kind, text }];
    const direction = plain(line.parenthetical ?? '');
    return [
      { type: 'character', text: plain(line.character), extensions: line.extension ? [line.extension] : [] },
      ...(direction ? [{ type: 'parenthetical', text: direction } as const] : []),
      { type: 'dialogue', text },
    ];
  });
  const [, text = headingOf(heading), number] = NUMBERED.exec(headingOf(heading)) ?? [];
  return [{ type: 'scene_heading', text, ...(number === undefined ? {} : { number }) }, ...body];
}

/** A hash of the elements without the title page, which only a first scene adds. */
const bodyOf = (elements: ScriptElement[]): string => identityOf({ titlePage: [], elements });

async function isReadAs(content: string, elements: ScriptElement[]): Promise<boolean> {
  const { script } = await importScript(Buffer.from(content, 'utf8'), 'fountain', { limits: LIMITS });
  return bodyOf(script.elements) === bodyOf(elements);
}

/** Parses the current text. Unlike elsewhere, a title page without a scene is accepted. */
async function readBefore(bytes: Uint8Array, sourceFormat: SourceFormat): Promise<{ script: Script; format: string }> {
  try {
    return await importScript(bytes, sourceFormat === 'plain' ? 'text' : sourceFormat, { limits: LIMITS });
  } catch (error) {
    if (!(error instanceof ScriptRefused) || error.code !== 'empty') throw error;
    return { script: parseFountain(bytes, LIMITS).script, format: 'empty' };
  }
}

/**
 * Appends a scene and returns the text in Fountain. A Fountain text is kept byte for byte; a text of another format is written
 * anew. The first scene adds the title page. The result is parsed again to make sure that it holds the old elements and the scene,
 * and nothing else. Not ok when the text cannot be parsed as a screenplay.
 */
export async function appendScene(bytes: Uint8Array, sourceFormat: SourceFormat, title: string, scene: WrittenScene): Promise<AppendOutcome> {
  try {
    const added = elementsOf(scene);
    const text = Buffer.from(bytes).toString('utf8');
    const before: { script: Script; format: string } = text.trim() === ''
      ? { script: { titlePage: [{ key: 'Title', lines: [{ text: plain(title) }] }], elements: [] }, format: 'none' }
      : await readBefore(bytes, sourceFormat);
    const elements = [...before.script.elements, ...added];
    const whole: Script = { titlePage: before.script.titlePage, elements };
    // Trailing blanks are removed when they have no meaning; two blanks below a cue, for example, have one.
    const kept = before.format === 'none' || before.format === 'empty' ? [] : [text.trimEnd(), text];
    const behind = writeFountain({ titlePage: [], elements: added });
    for (const content of [...kept.map((head) => `${head}\n\n${behind}`), writeFountain(whole)]) {
      if (await isReadAs(content, elements)) return { ok: true, content, pageCount: paginate(whole).pages.length };
    }
    return { ok: false, message: 'The scene cannot be written behind this text.' };
  } catch (error) {
    if (!(error instanceof ScriptRefused)) throw error;
    return { ok: false, message: `The draft's text cannot be read as a screenplay: ${error.message}` };
  }
}
