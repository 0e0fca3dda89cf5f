import fc from 'fast-check';
import '../../support/property-seed.js';
import type { DeckDocument, DeckPage } from '../../../src/craft/deck/pages.js';

/** Texts that break programs: long words, the syntax of XML and Markdown, other scripts, control characters, lone surrogates. */
const HOSTILE: readonly string[] = [
  'x'.repeat(2_000), 'Donaudampfschifffahrtsgesellschaftskapitänswitwe', '<script>&amp;"\'</script>]]>', '\u0000\u0001\u001f\u007f\u0085', '\ud800', 'a\udfffb', '👩‍👩‍👧‍👦🏳️‍🌈🇫🇷',
  'السلام عليكم، كيف حالك؟', 'שלום (עולם) 123', 'mixed שלום and العربية in one line', '日本語の長い文章です。改行する場所を探しています。', 'ไทยไม่มีช่องว่าง', 'हिन्दी पाठ', '\u202eevil\u202c', 'e\u0301'.repeat(400),
  '', ' ', '\n\n', '“already quoted”', '#  *heading* | [link](javascript:alert(1))', '—'.repeat(300), 'word '.repeat(500), '\ufffe\uffff\u{1fffe}', 'MC\u00adDON\u200bALD', '{{7*7}} ${7*7}',
];
const text = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...HOSTILE) }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.lorem({ maxCount: 60 }) }, { weight: 1, arbitrary: fc.array(fc.constantFrom(...HOSTILE), { maxLength: 4 }).map((parts) => parts.join(' ')) });
const colour = fc.oneof(fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`), fc.constantFrom('red', '', '#fff', 'url(#x)'));

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900"><rect width="1600" height="900" fill="#888888"/></svg>';

const page: fc.Arbitrary<DeckPage> = fc.record({
  id: text, kind: fc.constantFrom('title', 'chapter', 'closing'), title: text, kicker: fc.option(text), composition: fc.constantFrom('image', 'text', 'both'),
  sentences: fc.array(fc.record({ text, sources: fc.array(text, { maxLength: 3 }) }), { maxLength: 7 }),
  quotes: fc.array(fc.record({ speaker: fc.option(text), text }), { maxLength: 5 }), picture: fc.option(fc.record({ svg: fc.constant(SVG), words: text })),
  url: fc.option(fc.oneof(text, fc.constantFrom('https://example.org/a?b=<c>&d="e"', 'javascript:alert(1)', 'https://user:secret@example.org', 'file:///etc/passwd'))),
});

/** Arbitrary decks with hostile texts, colours and addresses. Nobody would write them, but they may arrive. */
export const anyDeck: fc.Arbitrary<DeckDocument> = fc.record({
  title: text, byline: fc.option(text), language: fc.oneof(fc.constantFrom('en', 'ar', 'ja', 'de-AT', 'not a language', ''), text),
  palette: fc.record({ ground: colour, ink: colour, accent: colour }), pages: fc.array(page, { maxLength: 4 }), date: fc.constant(new Date('2026-11-27T12:00:00Z')),
});
