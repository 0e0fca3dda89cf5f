import { refTo, type PdfObjects, type Ref } from './document.js';

/** The logical structure of a document for screen readers: one tag for each element, even if it spans pages. */
export class StructureTree {
  private readonly root: Ref;
  private readonly document: Ref;
  private readonly tags: { ref: Ref; tag: string; parts: { page: Ref; mark: number }[] }[] = [];
  private readonly pages: Ref[][] = [];
  constructor(private readonly objects: PdfObjects) {
    this.root = objects.reserve();
    this.document = objects.reserve();
  }

  /** Starts a page and returns its key in the parent tree. */
  openPage(): number {
    this.pages.push([]);
    return this.pages.length - 1;
  }

  /** Marks content of the open page as part of the last tag if it `continues`, else of a new one. Returns the mark. */
  mark(page: Ref, tag: string, continues: boolean): number {
    if (!continues || this.tags.length === 0) this.tags.push({ ref: this.objects.reserve(), tag, parts: [] });
    return this.markIn(this.tags.at(-1)!, page);
  }

  private markIn(open: { ref: Ref; parts: { page: Ref; mark: number }[] }, page: Ref): number {
    const marks = this.pages.at(-1)!;
    marks.push(open.ref);
    open.parts.push({ page, mark: marks.length - 1 });
    return marks.length - 1;
  }

  finish(): Ref {
    for (const { ref, tag, parts } of this.tags) {
      const first = parts[0]!.page;
      const kids = parts.map(({ page, mark }) =>
        (page === first ? String(mark) : `<< /Type /MCR /Pg ${refTo(page)} /MCID ${mark} >>`));
      this.objects.set(ref, `<< /Type /StructElem /S /${tag} /P ${refTo(this.document)} /Pg ${refTo(first)} /K ${kids.length > 1 ? `[${kids.join(' ')}]` : kids[0]} >>`);
    }
    this.objects.set(this.document,
      `<< /Type /StructElem /S /Document /P ${refTo(this.root)} /K [${this.tags.map(({ ref }) => refTo(ref)).join(' ')}] >>`);
    const rows = this.pages.map((marks, key) => `${key} [${marks.map(refTo).join(' ')}]`);
    const parents = this.objects.add(`<< /Nums [${rows.join(' ')}] >>`);
    return this.objects.set(this.root,
      `<< /Type /StructTreeRoot /K ${refTo(this.document)} /ParentTree ${refTo(parents)} /ParentTreeNextKey ${this.pages.length} >>`);
  }
}
