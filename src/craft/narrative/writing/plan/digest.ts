import type { Claim, Digest, PlanDraft, WriterSource } from '../../model.js';
import { labelTitle } from '../../analysis/language/titles.js';
import { analyseSource } from '../material/source-analysis.js';
import { clip } from './systems.js';

type DigestDraft = PlanDraft['sourceDigest'];
export type PlanEvidence = DigestDraft['evidence'][number] & { start: number | null; end: number | null };

/** Confidence in a claim by its kind. */
const CONFIDENCE: Record<Claim['kind'], number> = {
  fact: 0.95, definition: 0.95, quotation: 0.9, estimate: 0.85, opinion: 0.7, forecast: 0.6,
};
const MAX_EVIDENCE = 60;
/** What such a claim really is; a script must not present it as a fact. */
const UNCERTAIN: Partial<Record<Claim['kind'], string>> = { forecast: 'a forecast', opinion: 'an opinion' };

export interface SourceDigest { source: WriterSource; digest: Digest }

/** Claims of all sources as numbered evidence, in source order, divided evenly between the sources. */
export function evidenceOf(digests: readonly SourceDigest[]): PlanEvidence[] {
  const each = Math.max(3, Math.floor(MAX_EVIDENCE / Math.max(1, digests.length)));
  const evidence: PlanEvidence[] = [];
  for (const { source, digest } of digests) {
    digest.claims.slice(0, each).forEach((claim, index) => {
      const support = digest.evidence.find((item) => item.claimIndex === index);
      evidence.push({
        id: `e${evidence.length + 1}`, sourceId: source.sourceId, claim: claim.statement, support: support?.support
          ?? claim.statement,
        confidence: CONFIDENCE[claim.kind], start: claim.span?.start ?? null, end: claim.span?.end ?? null,
      });
    });
  }
  return evidence;
}

/** The name of a source for readers: its label, or `Source 1` when the label is a file name. */
const nameOf = ({ label, text }: WriterSource, index: number): string => labelTitle(label, text ?? '') ?? `Source ${index + 1}`;

/** The digest of all sources of a plan. With several sources, each summary, gap and note names its source. */
export function digestDraft(digests: readonly SourceDigest[], evidence: readonly PlanEvidence[],
  sources: readonly WriterSource[]): DigestDraft {
  const many = digests.length > 1;
  const named = (index: number, text: string): string => many ? `${nameOf(digests[index]!.source, index)}: ${text}` : text;
  const gaps = digests.flatMap(({ digest }, index) => digest.gaps.map((gap) => named(index, gap)));
  for (const source of sources) {
    if (!digests.some((one) =>
      one.source === source)) gaps.push(`${nameOf(source, sources.indexOf(source))}: neither text nor digest was kept.`);
  }
  return {
    summary: digests.map(({ digest }, index) => named(index, digest.summary)).filter((text) => text.trim() !== '')
      .join('\n\n'),
    sourceIds: sources.map((source) => source.sourceId),
    evidence: evidence.map(({ id, sourceId, claim, support, confidence }) => ({ id, sourceId, claim, support,
      confidence })),
    gaps: [...new Set(gaps)],
    rightsNotes: [...new Set(digests.flatMap(({ digest }, index) =>
      digest.rightsNotes.map((note) => named(index, note))))],
  };
}

/** The thesis of the largest source, its supporting claims, and claims that must not be told as fact. */
export function thesisOf(digests: readonly SourceDigest[]): PlanDraft['thesis'] {
  const size = ({ source, digest }: SourceDigest): number => source.text?.length ?? digest.claims.length;
  const main = [...digests].sort((a, b) => size(b) - size(a))[0];
  const claims = digests.flatMap(({ digest }) => digest.claims);
  const oneLine = main?.digest.thesis ?? '';
  const printed = (statement: string): string => statement.replace(/\s+/gu, ' ').trim();
  // Listeners do not mistake the thoughts of a story's people for facts, so claims of fiction need no warning.
  const stated = digests.filter(({ source }) => analyseSource(source)?.analysis.form !== 'fiction').flatMap(({ digest }) => digest.claims);
  const firm = claims.filter((claim) => claim.statement !== oneLine && claim.kind !== 'forecast');
  const step = Math.max(1, Math.floor(firm.length / 5));
  return {
    oneLine: printed(oneLine),
    supportingClaims: firm.filter((_claim, index) => index % step === 0).slice(0, 5).map((claim) => printed(claim.statement)),
    avoidClaims: [
      ...stated.filter((claim) => UNCERTAIN[claim.kind] !== undefined && claim.statement !== oneLine).slice(0, 4)
        .map((claim) => `As a fact: ${clip(claim.statement, 160)} (${UNCERTAIN[claim.kind]}${claim.attribution ? ` of ${claim.attribution}` : ''})`),
    ],
  };
}
