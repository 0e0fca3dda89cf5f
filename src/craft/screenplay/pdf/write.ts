import { pageRange, paginate, type Page, type PageLine, type PageList } from '../pagination/paginate.js';
import type { PageProfile } from '../pagination/profiles.js';
import { wrapText } from '../pagination/wrap.js';
import { titleLines, titleOf, type ScriptWarning, type Script, type Styled } from '../script.js';
import { cellWidth } from '../text/cells.js';
import { runsOf } from '../text/marks.js';
import { titlePageBlocks } from '../title-page.js';
import { PdfObjects, refTo, textString, type Ref } from './document.js';
import { joinedForms } from '../../fonts/arabic.js';
import { hasRightToLeft, reordered, startsRightToLeft } from '../../fonts/bidi.js';
import { faceOf, type Face } from './font-files.js';
import { FontSet, type ScriptFont } from './fonts.js';
import { StructureTree } from './tags.js';

export interface PdfOptions {
  font?: ScriptFont;
  titlePage?: boolean;
  /** First and last page, counted from 1. The title page belongs to page 1. */
  fromPage?: number;
  toPage?: number;
  /** Default: the geometry of the script's file, else `standard`. */
  profile?: PageProfile;
  /** TrueType files for letters that the bundled typefaces lack. Default: where Debian's packages install such fonts. */
  installedFonts?: readonly string[];
}

const SIZE = 12;
const CELL = 7.2;
const LINE = 12;
/** Points from the top edge of the paper to the baseline of the first row. */
const FIRST_BASELINE = 84;
const PAGE_NUMBER_BASELINE = 46;
const SCENE_NUMBER_LEFT = 54;
/** Points from the right edge of action to the right edge of scene numbers. */
const SCENE_NUMBER_RIGHT = 7;
const UNDERLINE = { below: 1.8, thickness: 0.6 };
const STRIKE_ABOVE = 3.2;
const FOOT_MARGIN = 72;

/**
 * Prints a script as a tagged PDF with bookmarks and embedded fonts. The same script and options give the same bytes.
 * A warning lists characters that the chosen font lacks.
 */
export function writePdf(script: Script, options: PdfOptions = {}): { bytes: Buffer; warnings: ScriptWarning[] } {
  const list = pageRange(paginate(script, options.profile), options.fromPage, options.toPage);
  const printer = new Printer(script, list, options.font ?? 'courier-prime', options.installedFonts);
  if (options.titlePage !== false && (options.fromPage ?? 1) <= 1) printer.titlePage();
  for (const page of list.pages) printer.page(page);
  return printer.finish();
}

interface OpenPage { ref: Ref; key: number; content: string[] }

class Printer {
  private readonly objects = new PdfObjects();
  private readonly tree = this.objects.reserve();
  private readonly structure = new StructureTree(this.objects);
  private readonly fonts: FontSet;
  private readonly pages: OpenPage[] = [];
  private readonly bookmarks: { title: string; page: Ref; top: number }[] = [];
  private lastElement = -1;
  private readonly profile: PageProfile;

  constructor(private readonly script: Script, list: PageList, font: ScriptFont, installed?: readonly string[]) {
    this.profile = list.profile;
    this.fonts = new FontSet(this.objects, font, installed);
  }

  titlePage(): void {
    const { centered, foot } = titlePageBlocks(this.script);
    if (centered.length + foot.length === 0) return;
    const page = this.open();
    const { width: paper, height } = this.profile.paper;
    const cells = Math.floor((paper - 2 * 72) / CELL);
    let y = height * (2 / 3);
    const draw = (lines: readonly Styled[], tag: string, place: (line: Styled) => number): void => {
      this.tagged(page, tag, false, lines.map((line) => {
        const drawn = this.text(line, place(line), y);
        y -= LINE;
        return drawn;
      }));
      y -= LINE;
    };
    centered.forEach((block, at) => draw(block.flatMap((line) => wrapText(line, cells)), at === 0 ? 'H1' : 'P',
      ({ text }) => (paper - cellWidth(text) * CELL) / 2));
    const blocks = foot.map((block) => block.flatMap((line) => wrapText(line, cells)));
    y = FOOT_MARGIN + (blocks.reduce((sum, lines) => sum + lines.length + 1, 0) - 2) * LINE;
    for (const block of blocks) draw(block, 'P', () => 72);
  }

  page({ number, lines }: Page): void {
    const page = this.open();
    const { leftMargin, action, paper } = this.profile;
    if (number > 1) {
      const label = `${number}.`;
      const x = leftMargin + (action.left + action.width - label.length) * CELL;
      this.artifact(page, this.text({ text: label }, x, paper.height - PAGE_NUMBER_BASELINE));
    }
    for (let at = 0; at < lines.length;) {
      let end = at + 1;
      while (lines[end]?.element === lines[at]!.element && !lines[end]!.generated && !lines[at]!.generated) end += 1;
      this.element(page, lines.slice(at, end));
      at = end;
    }
  }

  private element(page: OpenPage, lines: readonly PageLine[]): void {
    const [first] = lines;
    const drawn = lines.map((line) => this.text(line.text, this.profile.leftMargin + line.column * CELL,
      this.baseline(line.row)));
    if (first!.generated) {
      this.artifact(page, drawn.join('\n'));
      return;
    }
    for (const line of lines) if (line.sceneNumber) this.sceneNumber(page, line.sceneNumber, this.baseline(line.row));
    const continues = first!.element === this.lastElement;
    if (first!.kind === 'heading' && !continues) {
      this.bookmarks.push({ title: lines.map(({ text }) => text.text).join(' '), page: page.ref,
        top: this.baseline(first!.row) + LINE });
    }
    this.lastElement = first!.element;
    this.tagged(page, first!.kind === 'heading' ? 'H2' : 'P', continues, drawn);
  }

  private sceneNumber(page: OpenPage, number: string, y: number): void {
    const { leftMargin, action } = this.profile;
    const right = leftMargin + (action.left + action.width) * CELL + SCENE_NUMBER_RIGHT;
    const width = cellWidth(number) * CELL;
    this.artifact(page, this.text({ text: number },
      Math.max(18, Math.min(SCENE_NUMBER_LEFT, leftMargin - width - CELL)), y));
    this.artifact(page, this.text({ text: number }, right - width, y));
  }

  private baseline(row: number): number {
    return this.profile.paper.height - FIRST_BASELINE - row * LINE;
  }

  private open(): OpenPage {
    const page = { ref: this.objects.reserve(), key: this.structure.openPage(), content: [] };
    this.pages.push(page);
    return page;
  }

  private tagged(page: OpenPage, tag: string, continues: boolean, drawn: readonly string[]): void {
    page.content.push(`/${tag} << /MCID ${this.structure.mark(page.ref, tag, continues)} >> BDC`, ...drawn, 'EMC');
  }

  private artifact(page: OpenPage, drawn: string): void {
    page.content.push('/Artifact BMC', drawn, 'EMC');
  }

  /** Draws one line of styled text. Each run starts at its cell, so that rounding errors do not add up. */
  private text(line: Styled, x: number, y: number): string {
    const rightToLeft = hasRightToLeft(line.text);
    const drawn: string[] = [];
    let width = 0;
    for (const { text, face } of rightToLeft ? pageOrder(line) : facesOf(line)) {
      for (const { font, hex, cells, advance } of this.fonts.show(text, face)) {
        drawn.push(`BT /${font} ${SIZE} Tf ${point(x + width)} ${point(y)} Td <${hex}> Tj ET`);
        // Joined letters have their own widths.
        width += rightToLeft ? (advance * SIZE) / 1000 : cells * CELL;
      }
    }
    return drawn.join('\n') + this.rules(line, x, y);
  }

  private rules(line: Styled, x: number, y: number): string {
    return (line.marks ?? []).filter(({ style }) => style === 'underline' || style === 'strikeout')
      .map(({ start, end, style }) => {
      const left = x + cellWidth(line.text.slice(0, start)) * CELL;
      const width = cellWidth(line.text.slice(start, end)) * CELL;
      const bottom = style === 'underline' ? y - UNDERLINE.below : y + STRIKE_ABOVE;
      return `\n${point(left)} ${point(bottom)} ${point(width)} ${UNDERLINE.thickness} re f`;
    }).join('');
  }

  finish(): { bytes: Buffer; warnings: ScriptWarning[] } {
    if (this.pages.length === 0) this.open();
    const { objects } = this;
    const { width, height } = this.profile.paper;
    const resources = objects.add(`<< /Font ${this.fonts.finish()} >>`);
    for (const { ref, key, content } of this.pages) {
      const stream = objects.addStream('', content.join('\n'));
      objects.set(ref, `<< /Type /Page /Parent ${refTo(this.tree)} /Resources ${refTo(resources)} /Contents ${refTo(stream)} /StructParents ${key} /Tabs /S >>`);
    }
    objects.set(this.tree, `<< /Type /Pages /Count ${this.pages.length} /MediaBox [0 0 ${width} ${height}] /Kids [${this.pages.map(({ ref }) => refTo(ref)).join(' ')}] >>`);
    const outline = this.outline();
    const root = objects.add(`<< /Type /Catalog /Pages ${refTo(this.tree)} /MarkInfo << /Marked true >> /StructTreeRoot ${refTo(this.structure.finish())} `
      + `/Lang (en) /ViewerPreferences << /DisplayDocTitle true >>${outline ? ` /Outlines ${refTo(outline)}` : ''} >>`);
    const author = titleLines(this.script, 'author', 'authors').map(({ text }) => text).join(', ');
    const info = objects.add(`<< /Title ${textString(titleOf(this.script) ?? 'Untitled')}${author ? ` /Author ${textString(author)}` : ''} /Producer (Proscenium) >>`);
    const { substituted } = this.fonts;
    const warnings = substituted.size === 0 ? [] : [{
      code: 'letters_not_embedded',
      message: `${substituted.size} characters are in no typeface here and use the viewer's own font: ${[...substituted].slice(0, 20).join('')}`,
    }];
    return { bytes: objects.toFile(root, info), warnings };
  }

  private outline(): Ref | null {
    if (this.bookmarks.length === 0) return null;
    const root = this.objects.reserve();
    const items = this.bookmarks.map(() => this.objects.reserve());
    this.bookmarks.forEach(({ title, page, top }, at) => {
      const beside = `${at > 0 ? ` /Prev ${refTo(items[at - 1]!)}` : ''}${at + 1 < items.length ? ` /Next ${refTo(items[at + 1]!)}` : ''}`;
      this.objects.set(items[at]!, `<< /Title ${textString(title)} /Parent ${refTo(root)}${beside} /Dest [${refTo(page)} /XYZ null ${point(top)} null] >>`);
    });
    return this.objects.set(root, `<< /Type /Outlines /First ${refTo(items[0]!)} /Last ${refTo(items.at(-1)!)} /Count ${items.length} >>`);
  }
}

const point = (value: number): string => String(Math.round(value * 100) / 100);

const facesOf = (line: Styled): { text: string; face: Face }[] => runsOf(line).map(({ text, styles }) =>
  ({ text, face: faceOf(styles.includes('bold'), styles.includes('italic')) }));

/** The runs of a line with words from right to left, in the order in which they stand from left to right. */
function pageOrder(line: Styled): { text: string; face: Face }[] {
  const characters = facesOf(line).flatMap(({ text, face }) => Array.from(text, (character) => ({ character, face })));
  const runs: { text: string; face: Face }[] = [];
  for (const { character, face } of reordered(joinedForms(characters), startsRightToLeft(line.text) ? 1 : 0)) {
    const last = runs.at(-1);
    if (last?.face === face) last.text += character;
    else runs.push({ text: character, face });
  }
  return runs;
}
