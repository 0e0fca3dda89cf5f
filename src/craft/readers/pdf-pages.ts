/** The answer of the PDF reader. Lengths are in points, with the origin at the lower left of the page. */
export interface PdfPages {
  title: string | null;
  pageCount: number;
  /** The titles of the bookmarks, in order. */
  outline: string[];
  pages: { width: number; height: number; hasLargeImage: boolean; items: PdfItem[] }[];
}

export type PdfItem = [text: string, x: number, y: number, width: number, height: number, font: string];
