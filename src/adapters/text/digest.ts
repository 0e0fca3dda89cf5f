import Type, { type Static } from 'typebox';
import { CLAIM_KINDS, type Digest } from '../../narrative/model.js';
import { findSpan } from './quotes.js';

const closed = { additionalProperties: false };
const Text = (maxLength: number) => Type.String({ maxLength });

export const DigestAnswer = Type.Object({
  summary: Type.String({ minLength: 1, maxLength: 3_000 }),
  thesis: Type.String({ minLength: 1, maxLength: 600 }),
  claims: Type.Array(Type.Object({
    quote: Text(1_200),
    kind: Type.Unsafe<(typeof CLAIM_KINDS)[number]>({ type: 'string', enum: [...CLAIM_KINDS] }),
    attribution: Type.Union([Text(200), Type.Null()]),
    supportQuotes: Type.Array(Text(1_200), { maxItems: 5 }),
  }, closed), { maxItems: 60 }),
  gaps: Type.Array(Text(400), { maxItems: 20 }),
  rightsNotes: Type.Array(Text(400), { maxItems: 20 }),
}, closed);

export const DIGEST_TASK = `Digest the source: summary (3 to 6 sentences), thesis (one sentence), up to 24 claims with the words that make them,
who says so (attribution, or null for the author), further words of the source that support each claim, what the source leaves
open (gaps), and what it says about rights, licences and quotations of others (rightsNotes).`;

/** Drops claims and support whose quotation is not in the source word for word. A gap reports the number of dropped claims. */
export function digestFrom(answer: Static<typeof DigestAnswer>, text: string): Digest {
  const digest: Digest = {
    summary: answer.summary, thesis: answer.thesis, claims: [], evidence: [], gaps: [...answer.gaps], rightsNotes: answer.rightsNotes,
  };
  for (const { quote, kind, attribution, supportQuotes } of answer.claims) {
    const span = findSpan(text, quote);
    if (!span) continue;
    const statement = text.slice(span.start, span.end);
    const claimIndex = digest.claims.push({ statement, kind, attribution, span }) - 1;
    const supports = supportQuotes.map((support) => findSpan(text, support)).filter((found) => found !== null);
    for (const found of supports.length > 0 ? supports : [span]) {
      digest.evidence.push({ claimIndex, support: text.slice(found.start, found.end), span: found });
    }
  }
  const dropped = answer.claims.length - digest.claims.length;
  if (dropped > 0) digest.gaps.push(`${dropped} proposed claim(s) were left out: their words are not in the source.`);
  return digest;
}
