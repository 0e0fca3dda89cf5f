import { parseFountain, type Script, type ScriptElement } from '../../src/craft/screenplay/index.js';
import { fixture } from './corpus.js';

const LETTERS: Record<ScriptElement['type'], string> = {
  scene_heading: 'H', action: 'A', character: 'C', dialogue: 'D', parenthetical: 'P', lyric: 'L', transition: 'T', section: 'S',
  synopsis: 'Y', note: 'N', boneyard: 'B', page_break: 'K',
};
export const shape = ({ elements }: Script): string => elements.map((element) => {
  if (element.type === 'action' && element.centered) return 'X';
  if (element.type === 'character' && element.dual) return element.dual === 'left' ? 'C<' : 'C^';
  return LETTERS[element.type] + (element.type === 'section' ? element.depth : '');
}).join(' ');

/** What the format's authors assert of their own files, as one letter for each element. */
export const REFERENCE: Record<string, string> = {
  Boneyard: 'A B B A', CenteredText: 'X T X X', DualDialogue: 'C< D C^ D', ForcedElements: 'A C D C L',
  Dialogue: 'C D C D C P D C D C D C D C D P C< D C^ D C D P C D C D C P D',
  Indenting: 'T H A C D C P D A', MultilineAction: 'A A A', Notes: 'A N N A', PageBreaks: 'A K A K A',
  SceneHeaders: `${'H '.repeat(15)}A A A H`, SceneNumbers: 'H H H H H H H', SectionHeaders: 'S1 S1 S1 S1 S1 S2 S3',
  'Sections-Complex': 'S1 Y H S1 S2 H', Simple: 'A H A C P D K H A T X N Y B S1 A S2 A H A B A N A', Synopses: 'S1 Y S1 Y S1 Y',
  Transitions: 'T T T T A T T',
};

const words = (text: string): string => text
  .replace(/\[\[\d+\]\]|\/\*\d+\*\//g, '').replace(/(?<![A-Za-z0-9])[*_]+|[*_]+(?![A-Za-z0-9])/g, '').replace(/\s+/g, ' ').trim().toLowerCase();

/** The elements of an expected list of screenplay-tools, as `type words`. It leaves out notes, cut passages, title entries and empty action lines. */
export function expectedList(text: string): string[] {
  const found = [...text.matchAll(/^(?:\/\*\d+\*\/)?(\w+):"([^]*?)"(?: "\(([^"]*)\)")?(?: \((?!centered)[^)\n]*\))?(?: \(centered\))?(?: \(dual\))?[ \t]*$/gm)];
  return found.filter(([, type]) => !['NOTE', 'BONEYARD', 'TITLEENTRY', 'TITLEPAGE'].includes(type!))
    .flatMap(([, type, value, extension]) => (type === 'ACTION' && words(value!) === '' ? [] : [`${type} ${words(value!)}${extension ? ` (${words(extension)})` : ''}`]));
}

const NAMES: Partial<Record<ScriptElement['type'], string>> = {
  scene_heading: 'HEADING', action: 'ACTION', character: 'CHARACTER', dialogue: 'DIALOGUE', parenthetical: 'PARENTHETICAL',
  lyric: 'LYRIC', transition: 'TRANSITION', section: 'SECTION', synopsis: 'SYNOPSIS', page_break: 'PAGEBREAK',
};
/** Lists our elements as screenplay-tools does: adjacent actions are joined, and centred lines and lines of lyrics stay apart. */
export function ourList({ elements }: Script): string[] {
  const list: string[] = [];
  let joinable = false;
  for (const element of elements) {
    const name = NAMES[element.type];
    if (!name) continue;
    const text = 'text' in element ? element.text : '';
    const plain = element.type === 'action' && !element.centered;
    if (plain && joinable) list[list.length - 1] += ` ${words(text)}`;
    else if (element.type === 'lyric') list.push(...text.split('\n').map((line) => `${name} ${words(line)}`));
    else {
      const extension = element.type === 'character' && element.extensions.length > 0 ? ` (${words(element.extensions.join(') ('))})` : '';
      list.push(`${name} ${words(text)}${extension}`);
    }
    joinable = plain;
  }
  return list;
}

/** Where we follow another authority: how many of the suite's elements we read differently, and why. The tests fail for an entry that is no longer needed. */
export const DEVIATIONS: Record<string, { missed: number; why: string }> = {
  Boneyards: { missed: 1, why: 'CUT TO: above a cut passage is a transition, as the suite of screenplain has it' },
  Character: { missed: 1, why: '3CPO is a name that holds a letter, as the format asks' },
  Notes: { missed: 1, why: 'an empty line ends the speech, and a note that holds one is text, as the format says' },
  Sections: { missed: 0, why: 'CUT TO: as the very first line is a transition and no title page, as the format\'s authors assert' },
  Parenthetical: { missed: 1, why: 'two brackets in a row are two directions, as the format says' },
};
export const CASES: readonly [source: string, list: string][] = [
  ['Action', 'Action-Merged'], ['Boneyards', 'Boneyards'], ['Character', 'Character'], ['Dialogue', 'Dialogue-Merged'],
  ['LineBreaks', 'LineBreaks'], ['Lyrics', 'Lyrics'], ['Notes', 'Notes'], ['PageBreak', 'PageBreak'],
  ['Parenthetical', 'Parenthetical'], ['SceneHeading', 'SceneHeading'], ['Scratch', 'Scratch'], ['Sections', 'Sections'],
  ['TitlePage', 'TitlePage'], ['Transition', 'Transition'], ['UTF8', 'UTF8'],
];

const unescape = (text: string): string => text.replace(/<br\s*\/?>/g, '\n').replace(/<[^>]+>/g, '')
  .replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&nbsp;/g, ' ')
  .replace(/&#x([0-9a-f]+);/gi, (_all, code: string) => String.fromCodePoint(parseInt(code, 16)))
  .replace(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code))).replace(/&amp;/g, '&');

/** Paragraphs of screenplain's HTML in order, as plain words. */
export const htmlWords = (html: string): string[] => [...html.replace(/<span class="scnum[lr]">[^<]*<\/span>/g, '')
  .replace(/<div class="transition">([^<]*)<\/div>/g, '<p>$1</p>').matchAll(/<(h[1-6]|p)\b[^>]*>([^]*?)<\/\1>(?:<span class="h\d-synopsis">([^<]*)<\/span>)?/g)]
  .flatMap(([, , text, synopsis]) => [text!, ...(synopsis ? [synopsis] : [])]).flatMap((text) => unescape(text).split('\n'))
  .map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '');

export const scriptWords = ({ elements }: Script): string[] => elements.flatMap((element) => {
  if (element.type === 'note' || element.type === 'boneyard' || element.type === 'page_break') return [];
  if (element.type === 'character') {
    return [`${element.text}${element.extensions.map((extension) => ` (${extension})`).join('')}${element.contd ? " (CONT'D)" : ''}`];
  }
  return (element.type === 'parenthetical' ? `(${element.text})` : element.text).split('\n');
}).map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '');

/** They print capitals where the model keeps what was written. */
export const PRINTED: Record<string, string> = {
  'BLACK SCREEN INDICATING A DISCONTINUITY OF TIME.': 'Black screen indicating a discontinuity of time.',
};

export interface Differences { missed: string[]; extra: string[] }

/** Elements that only one of the two lists has, in order: those outside a longest common subsequence. */
export function differences(theirs: readonly string[], ours: readonly string[]): Differences {
  const lengths = Array.from({ length: theirs.length + 1 }, () => new Array<number>(ours.length + 1).fill(0));
  for (let a = theirs.length - 1; a >= 0; a -= 1) {
    for (let b = ours.length - 1; b >= 0; b -= 1) {
      lengths[a]![b] = theirs[a] === ours[b] ? lengths[a + 1]![b + 1]! + 1 : Math.max(lengths[a + 1]![b]!, lengths[a]![b + 1]!);
    }
  }
  const found: Differences = { missed: [], extra: [] };
  for (let a = 0, b = 0; a < theirs.length || b < ours.length;) {
    if (a < theirs.length && theirs[a] === ours[b]) [a, b] = [a + 1, b + 1];
    else if (b >= ours.length || (a < theirs.length && lengths[a + 1]![b]! >= lengths[a]![b + 1]!)) found.missed.push(theirs[a++]!);
    else found.extra.push(ours[b++]!);
  }
  return found;
}

/** A case of screenplay-tools: their elements and how ours differ. */
export function compareCase(source: string, list: string): Differences & { theirs: string[] } {
  const theirs = expectedList(fixture(`screenplay-tools/${list}.txt`).toString('utf8'));
  return { theirs, ...differences(theirs, ourList(parseFountain(fixture(`screenplay-tools/${source}.fountain`)).script)) };
}
