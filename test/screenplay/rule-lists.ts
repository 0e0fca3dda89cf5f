import type { Aside, Mark, Script, ScriptElement } from '../../src/craft/screenplay/index.js';

const joined = (text: string): string => text.replaceAll('\n', ' / ');

const marked = (text: string, marks: readonly Mark[] = []): string =>
  marks.map(({ style, start, end }) => ` {${style} ${joined(text.slice(start, end))}}`).join('');

const hung = (asides: readonly Aside[] = []): string => asides.map(({ at, kind, text }) => ` {${at} ${kind} ${joined(text)}}`).join('');

const KINDS = {
  action: 'action', parenthetical: 'paren', dialogue: 'say', lyric: 'lyric', transition: 'transition', synopsis: 'synopsis',
} as const;

function lineOf(element: ScriptElement): string {
  switch (element.type) {
    case 'page_break': return 'break';
    case 'note': return `note ${joined(element.text)}`;
    case 'boneyard': return `cut ${joined(element.text)}`;
    default:
  }
  const words = joined(element.text) + marked(element.text, element.marks) + hung(element.asides);
  switch (element.type) {
    case 'scene_heading': return `heading ${element.number === undefined ? '' : `#${element.number}# `}${words}`;
    case 'section': return `section ${element.depth} ${words}`;
    case 'character': {
      const extensions = element.extensions.map((extension) => ` [${extension}]`).join('');
      const tags = (element.tags ?? []).map((tag) => ` {tag ${tag}}`).join('');
      return `cue ${words}${extensions}${tags}${element.contd ? ' contd' : ''}${element.dual ? ` ${element.dual}` : ''}`;
    }
    case 'action': {
      const blanks = element.blankLines === undefined ? '' : ` (blank ${element.blankLines})`;
      return `${element.centered ? 'centered' : 'action'} ${words}${blanks}`;
    }
    case 'lyric': return `lyric ${words}${element.blankLines === undefined ? '' : ' (apart)'}`;
    default: return `${KINDS[element.type]} ${words}`;
  }
}

/** Writes a script as in the `.list` files beside our fixtures: one element per line, ` / ` for a line break, asides and styles in braces. */
export const listOf = ({ titlePage, elements }: Script): string[] => [
  ...titlePage.map(({ key, lines }) => `title ${key} | ${lines.map(({ text }) => text).join(' / ')}`),
  ...elements.map(lineOf),
];
