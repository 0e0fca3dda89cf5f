import { metadataLine, type Extracted } from './extracted.js';
import { cleanText, tidyParagraphs } from './plain-text.js';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const RULE = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const LIST_ITEM = /^[ \t]{0,12}(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/;
const REFERENCE = /^ {0,3}\[[^\]]{1,200}\]:[ \t]*\S/;
const TABLE_RULE = /^[ \t]*(?:\|[ \t]*)?:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*(?:\|[ \t]*)?$/;
/** The number signs that may end a heading. They are looked for where blanks begin, so that a run of blanks is read once. */
const CLOSING_SIGNS = /(?<![ \t])[ \t]+#{1,6}[ \t]*$/;
const TITLE = /^title\s*:\s*["']?(.*?)["']?$/i;

// Every repetition in these patterns is bounded, so that hostile input costs linear time.
function inlineText(line: string): string {
  return line
    .replace(/!\[([^[\]\n]{0,300})\](?:\([^()\n]{0,500}\)|\[[^[\]\n]{0,200}\])/g, '')
    .replace(/\[([^[\]\n]{0,300})\](?:\([^()\n]{0,500}\)|\[[^[\]\n]{0,200}\])/g, '$1')
    .replace(/\[\^[^\]\s]{1,40}\]/g, '')
    .replace(/<((?:https?|mailto):[^<>\s]{1,500})>/g, '$1')
    .replace(/<\/?[a-zA-Z][^<>\n]{0,300}>/g, '')
    .replace(/(`{1,3})([^`\n]{1,500})\1/g, '$2')
    .replace(/(\*{1,3})(?=\S)([^*\n]{1,2000}?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\w_])(_{1,3})(?=\S)([^_\n]{1,2000}?)(?<=\S)\1(?![\w_])/g, '$2')
    .replace(/~~([^~\n]{1,500})~~/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+\-.!~>|])/g, '$1')
    .replace(/&(amp|lt|gt|quot|nbsp|mdash|ndash|hellip);/g, (_all, name: string) => ENTITIES[name]!);
}

const ENTITIES: Record<string, string> = {
  amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', mdash: '—', ndash: '–', hellip: '…',
};

/** Finds a front matter block; returns its title, or null, and the index of the first line after the block. */
function frontMatter(lines: string[]): { title: string | null; next: number } {
  if (lines[0]?.trim() !== '---') return { title: null, next: 0 };
  const end = lines.findIndex((line, at) => at > 0 && /^(---|\.\.\.)\s*$/.test(line));
  const block = lines.slice(1, Math.max(end, 1));
  if (end < 0 || !block.every((line) => line.trim() === '' || /^(\s|#|-|[\w.-]{1,80}\s*:)/.test(line))) {
    return { title: null, next: 0 };
  }
  const title = block.map((line) => TITLE.exec(line.trimEnd())?.[1]).find(Boolean) ?? null;
  return { title, next: end + 1 };
}

function withoutComments(text: string): string {
  let kept = '';
  let from = 0;
  for (let open = text.indexOf('<!--'); open >= 0; open = text.indexOf('<!--', from)) {
    const close = text.indexOf('-->', open + 4);
    if (close < 0) break;
    kept += text.slice(from, open);
    from = close + 3;
  }
  return kept + text.slice(from);
}

/**
 * Markdown as readable text: headings, list items, table rows and quotes become paragraphs or separate lines, code keeps
 * its lines, emphasis marks and link targets are dropped, and wrapped lines are joined. The title is the front matter's,
 * else the first heading.
 */
export function extractMarkdown(raw: string): Extracted {
  const lines = withoutComments(cleanText(raw)).split('\n');
  const front = frontMatter(lines);
  const reader = new BlockReader();
  for (const line of lines.slice(front.next)) reader.take(line);
  return { text: tidyParagraphs(reader.end()), title: metadataLine(front.title ?? reader.firstHeading), metadata: {} };
}

/** Collects Markdown lines into blocks of readable text. */
class BlockReader {
  firstHeading: string | null = null;
  private text = '';
  private open: string[] = [];
  private openIsItem = false;
  private lastWasItem = false;
  private fence: string | null = null;

  take(line: string): void {
    const mark = FENCE.exec(line)?.[1] ?? null;
    if (this.fence !== null) {
      if (mark?.startsWith(this.fence)) this.endFence();
      else this.open.push(line);
    } else if (mark !== null) {
      this.close();
      this.fence = mark;
    } else if (this.open.length > 0 && !this.openIsItem && UNDERLINE.test(line)) {
      const heading = this.open.join(' ');
      this.open = [];
      this.heading(heading);
    } else if (line.trim() === '' || RULE.test(line) || TABLE_RULE.test(line) || REFERENCE.test(line)) {
      this.close();
    } else {
      this.takeWords(line);
    }
  }

  end(): string {
    if (this.fence !== null) this.endFence();
    this.close();
    return this.text;
  }

  private takeWords(line: string): void {
    const title = HEADING.exec(line);
    const words = line.replace(/^(?: {0,3}> ?){1,10}/, '').trim();
    if (title) {
      this.close();
      this.heading(title[2]!.replace(CLOSING_SIGNS, ''));
    } else if (words === '') {
      this.close();
    } else if (words.length > 1 && words.startsWith('|') && words.endsWith('|')) {
      this.close();
      this.write(inlineText(words.slice(1, -1).split('|').map((cell) => cell.trim()).filter(Boolean).join(' | ')), false);
    } else if (LIST_ITEM.test(words)) {
      this.close();
      this.open = [words.replace(LIST_ITEM, '')];
      this.openIsItem = true;
    } else {
      this.open.push(words);
    }
  }

  private heading(words: string): void {
    const shown = inlineText(words).trim();
    this.write(shown, false);
    this.firstHeading ??= shown || null;
  }

  private endFence(): void {
    this.write(this.open.join('\n'), false);
    this.open = [];
    this.fence = null;
  }

  private close(): void {
    if (this.open.length > 0) this.write(inlineText(this.open.join(' ')), this.openIsItem);
    this.open = [];
    this.openIsItem = false;
  }

  private write(block: string, isItem: boolean): void {
    if (block.trim() === '') return;
    if (this.text !== '') this.text += isItem && this.lastWasItem ? '\n' : '\n\n';
    this.text += isItem ? `- ${block}` : block;
    this.lastWasItem = isItem;
  }
}
