/** A sentence on a page or in its notes, with its sources in words ("The Time Machine, characters 120–188"). */
export interface PageSentence { text: string; sources: readonly string[] }

/** A page of a deck as its documents show it: a page of the PDF, a slide of the PPTX. */
export interface DeckPage {
  /** Equal in all documents; links point to it. */
  id: string;
  kind: 'title' | 'chapter' | 'closing';
  title: string;
  /** Small words above the title, such as the name of the arc stage; null for none. */
  kicker: string | null;
  sentences: readonly PageSentence[];
  /** Lines of the read that are quoted on the page. */
  quotes: readonly { speaker: string | null; text: string }[];
  /** An SVG with a viewBox from 0 0 and 16 by 9; null for a page of text. */
  picture: { svg: string; /** What is seen, for people who do not see it. */ words: string } | null;
  composition: 'image' | 'text' | 'both';
  /** Where the chapter is shown on the share page; null while the deck is not published. */
  url: string | null;
}

/** A deck as its documents show it. */
export interface DeckDocument {
  title: string;
  /** The byline, such as the author of the text; null when unknown. */
  byline: string | null;
  /** A BCP 47 language tag. */
  language: string;
  /** Colours as `#rrggbb`: ground, text, accent. */
  palette: { ground: string; ink: string; accent: string };
  pages: readonly DeckPage[];
  /** The date that the documents carry. Equal documents with equal dates give equal bytes. */
  date: Date;
}
