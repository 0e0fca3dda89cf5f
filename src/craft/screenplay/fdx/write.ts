import { STANDARD, type PageProfile } from '../pagination/profiles.js';
import {
  endOfSpeech, isAside, synopsesBelow, type Aside, type PrintedElement, type Script, type ScriptElement, type Styled,
} from '../script.js';
import { runsOf, sliceStyled } from '../text/marks.js';
import { titlePageBlocks } from '../title-page.js';
import { writeLayout } from './layout.js';
import { escapeXml } from '../../escape-xml.js';

const TITLE_LINES_ABOVE = 16;

export interface FdxOptions {
  titlePage?: boolean;
  /** Default: the geometry of the script's file, else `standard`. With the default the document has as many pages as the script. */
  profile?: PageProfile;
}

/**
 * Writes a Final Draft document. The format cannot hold sections, cut passages (boneyard) and repeated page breaks, so
 * they are left out. A standalone note becomes part of the next paragraph.
 */
export function writeFdx(script: Script, options: FdxOptions = {}): string {
  const body = new FdxBody();
  const { elements } = script;
  for (let at = 0; at < elements.length;) {
    const element = elements[at]!;
    const pair = element.type === 'character' && element.dual === 'left' ? pairAt(elements, at) : null;
    if (pair) {
      body.dual(elements.slice(at, pair));
      at = pair;
    } else {
      body.add(element, synopsesBelow(elements, at), '    ');
      at += 1;
    }
  }
  body.close();
  const profile = options.profile ?? script.layout ?? STANDARD;
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="no" ?>',
    '<FinalDraft DocumentType="Script" Template="No" Version="5">',
    '  <Content>', ...body.lines, '  </Content>',
    ...writeLayout(profile),
    ...(options.titlePage === false ? [] : titlePage(script)),
    '  <MoresAndContinueds>',
    `    <DialogueBreaks AutomaticCharacterContinueds="${profile.automaticContinued ? 'Yes' : 'No'}" BottomOfPage="Yes" `
      + `DialogueBottom="${escapeXml(profile.more)}" DialogueTop="${escapeXml(profile.contd)}" TopOfNext="Yes"/>`,
    '    <SceneBreaks ContinuedNumber="No" SceneBottom="(CONTINUED)" SceneBottomOfPage="No" SceneTop="CONTINUED:" SceneTopOfNext="No"/>',
    '  </MoresAndContinueds>',
    '</FinalDraft>', '',
  ].join('\n');
}

/** The index after both speeches of a pair, or null if the right one is missing. */
function pairAt(elements: readonly ScriptElement[], left: number): number | null {
  let right = endOfSpeech(elements, left);
  while (isAside(elements[right])) right += 1;
  const other = elements[right];
  return other?.type === 'character' && other.dual === 'right' ? endOfSpeech(elements, right) : null;
}

class FdxBody {
  readonly lines: string[] = [];
  private newPage = false;
  private notes: string[] = [];

  dual(elements: readonly ScriptElement[]): void {
    this.lines.push(`    <Paragraph${this.pageAttribute()}>`, '      <DualDialogue>');
    for (const element of elements) this.add(element, [], '        ');
    this.lines.push('      </DualDialogue>', '    </Paragraph>');
  }

  /** Adds an element. `synopses` are those below the element; only a heading writes them. */
  add(element: ScriptElement, synopses: readonly Styled[], indent: string): void {
    switch (element.type) {
      case 'page_break': this.newPage = true; return;
      case 'note': this.notes.push(element.text); return;
      case 'boneyard': case 'section': return;
      // The heading above has already written the synopsis.
      case 'synopsis': return;
      default: this.paragraph(element as PrintedElement, synopses, indent);
    }
  }

  close(): void {
    if (this.notes.length > 0) {
      this.write(['    <Paragraph Type="General">', ...this.waitingNotes('      '), '    </Paragraph>']);
    }
  }

  private write(lines: readonly string[]): void {
    for (const line of lines) this.lines.push(line);
  }

  private pageAttribute(): string {
    const attribute = this.newPage ? ' StartsNewPage="Yes"' : '';
    this.newPage = false;
    return attribute;
  }

  private waitingNotes(indent: string): string[] {
    const lines = this.notes.flatMap((text) => noteLines(text, indent));
    this.notes = [];
    return lines;
  }

  private paragraph(element: PrintedElement, synopses: readonly Styled[], indent: string): void {
    this.lines.push(`${indent}<Paragraph${attributesOf(element)}${this.pageAttribute()}>`);
    if (element.type === 'scene_heading' && synopses.length > 0) {
      this.write([`${indent}  <SceneProperties>`, `${indent}    <Summary>`,
        ...synopses.flatMap((words) => [`${indent}      <Paragraph>`, ...textLines(words, `${indent}        `),
          `${indent}      </Paragraph>`]),
        `${indent}    </Summary>`, `${indent}  </SceneProperties>`]);
    }
    this.write([...this.waitingNotes(`${indent}  `), ...wordLines(element, `${indent}  `), `${indent}</Paragraph>`]);
  }
}

function attributesOf(element: PrintedElement): string {
  switch (element.type) {
    case 'scene_heading': return `${element.number ? ` Number="${escapeXml(element.number)}"` : ''} Type="Scene Heading"`;
    case 'action': return `${element.centered ? ' Alignment="Center"' : ''}${spaceAbove(element.blankLines)}`
      + ` Type="${escapeXml(element.paragraphType ?? 'Action')}"`;
    case 'character': return ' Type="Character"';
    case 'parenthetical': return ' Type="Parenthetical"';
    case 'dialogue': return ' Type="Dialogue"';
    case 'lyric': return `${element.blankLines === undefined ? '' : ` SpaceBefore="${element.blankLines * 12}"`} Type="Lyrics"`;
    default: return ' Type="Transition"';
  }
}

const spaceAbove = (blankLines: number | undefined): string => (blankLines ? ` SpaceBefore="${blankLines * 12}"` : '');

function wordLines(element: PrintedElement, indent: string): string[] {
  if (element.type === 'character') {
    const brackets = element.extensions.map((extension) => ` (${extension})`).join('');
    const cue = `${element.text}${brackets}${element.contd ? " (CONT'D)" : ''}`;
    return [...(element.asides ?? []).flatMap((aside) => noteLines(aside.text, indent)),
      ...textLines({ text: cue }, indent)];
  }
  const notes = (element.asides ?? []).filter(({ kind }) => kind === 'note');
  const brackets = element.type === 'parenthetical';
  const words: Styled = brackets
    ? { text: `(${element.text})`,
    marks: (element.marks ?? []).map((mark) => ({ ...mark, start: mark.start + 1, end: mark.end + 1 })) }
    : element;
  return withNotes(words, brackets ? notes.map((note) => ({ ...note, at: note.at + 1 })) : notes, indent);
}

/** Lines for the runs of a text, with its notes at their offsets. */
function withNotes(words: Styled, notes: readonly Aside[], indent: string): string[] {
  const lines: string[] = [];
  let from = 0;
  for (const { at, text } of notes) {
    lines.push(...textLines(sliceStyled(words, from, at), indent), ...noteLines(text, indent));
    from = at;
  }
  return [...lines, ...textLines(sliceStyled(words, from, words.text.length), indent)];
}

const STYLE_NAMES = { bold: 'Bold', italic: 'Italic', underline: 'Underline', strikeout: 'Strikeout' } as const;

const textLines = (words: Styled, indent: string): string[] => runsOf(words).map(({ text, styles }) => {
  const style = styles.length > 0 ? ` Style="${styles.map((name) => STYLE_NAMES[name]).join('+')}"` : '';
  return `${indent}<Text${style}>${escapeXml(text)}</Text>`;
});

const noteLines = (text: string, indent: string): string[] => [
  `${indent}<ScriptNote>`,
  ...text.split('\n').map((line) => `${indent}  <Paragraph><Text>${escapeXml(line)}</Text></Paragraph>`),
  `${indent}</ScriptNote>`,
];

function titlePage(script: Script): string[] {
  const { centered, foot } = titlePageBlocks(script);
  if (centered.length + foot.length === 0) return [];
  const empty = '      <Paragraph Alignment="Left"><Text></Text></Paragraph>';
  const block = (alignment: string) => (lines: Styled[]): string[] => [
    ...lines.flatMap((line) => [`      <Paragraph Alignment="${alignment}">`, ...textLines(line, '        '),
    '      </Paragraph>']), empty,
  ];
  return [
    '  <TitlePage>', '    <Content>', ...Array<string>(TITLE_LINES_ABOVE).fill(empty),
    ...centered.flatMap(block('Center')), empty, empty, ...foot.flatMap(block('Left')), '    </Content>',
    '  </TitlePage>',
  ];
}
