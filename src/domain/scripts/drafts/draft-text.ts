import type { WrittenScene } from '../../../narrative/model.js';
import { identityOf, paginate, parseFountain, importScript, SCRIPT_LIMITS, ScriptRefused, writeFountain, type Script, type ScriptElement } from '../../../screenplay/index.js';
import type { SourceFormat } from '../script-model.js';

/** As roomy as for reading in the background. */
const LIMITS = { ...SCRIPT_LIMITS, milliseconds: 10_000 };

export type AppendOutcome = { ok: true; content: string; pageCount: number } | { ok: false; message: string };

/** One line of plain words, as a screenplay's element holds them: nothing in it hides words (`[[note]]`, `/* cut *\/`). */
const plain = (text: string): string => text.replace(/\[\[+|\]\]+/gu, ([mark]) => mark!).replace(/\/\*+|\*+\//gu, '/').replace(/\s+/gu, ' ').trim();
/** What is said is neither a direction (`(low)`) nor sung (`~`). */
const spoken = (text: string): string => plain(text).replace(/^[~\s]+/u, '').replace(/^[(（](.*)[)）]$/u, '$1').trim();
/** A transition begins with words and is not centred (`> THE END <`). */
const transitionOf = (text: string): string => plain(text).replace(/[<>]+/gu, '').replace(/^[^\p{L}\p{N}]+/u, '').trim();
const WORDS_OF = { action: plain, transition: transitionOf, dialogue: spoken };
/** Dots at the beginning are how Fountain marks a heading, also within signs that would make all of it a number. */
const withoutDots = (text: string): string => text.replace(/^[.\s]+/u, '');
const headingOf = (text: string): string => withoutDots(withoutDots(plain(text)).replace(/^#([^#]*)#$/u, '$1')).trim();

/** A heading that brings its scene's number along: `INT. ROOM - DAY #12A#`. */
const NUMBERED = /^(.*\S)\s*#([\p{L}\p{N}][\p{L}\p{N}.\-–()]*)#$/u;

/** A scene as elements of a screenplay; lines without words leave no trace. */
export function elementsOf({ heading, lines }: WrittenScene): ScriptElement[] {
  const body = lines.flatMap((line): ScriptElement[] => {
    const text = WORDS_OF[line.kind](line.text);
    // Marks alone are no words; in an action they may be meant (`…`).
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

/** The elements alone: a title page may be new. */
const bodyOf = (elements: ScriptElement[]): string => identityOf({ titlePage: [], elements });

async function isReadAs(content: string, elements: ScriptElement[]): Promise<boolean> {
  const { script } = await importScript(Buffer.from(content, 'utf8'), 'fountain', { limits: LIMITS });
  return bodyOf(script.elements) === bodyOf(elements);
}

/** The script as it is; a title page alone is a script here, though none that could be read aloud. */
async function readBefore(bytes: Uint8Array, sourceFormat: SourceFormat): Promise<{ script: Script; format: string }> {
  try {
    return await importScript(bytes, sourceFormat === 'plain' ? 'text' : sourceFormat, { limits: LIMITS });
  } catch (error) {
    if (!(error instanceof ScriptRefused) || error.code !== 'empty') throw error;
    return { script: parseFountain(bytes, LIMITS).script, format: 'empty' };
  }
}

/**
 * The text with a scene behind it, in Fountain. What is written stays as its writer wrote it, to the byte, where it is Fountain; a
 * text of another format is written anew. A first scene brings the title page along. The result is read back: it holds what was
 * there and the scene, and nothing else. Not ok when the text cannot be read as a screenplay.
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
    // Blanks at the end go, unless they mean something there, as two of them do below a cue.
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
