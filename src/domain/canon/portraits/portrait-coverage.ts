import { lookDistance } from '../../../craft/images/person/cast.js';
import { AGES, describeLook, type Look } from '../../../craft/images/person/look.js';
import { likenessDistance, MIN_LIKENESS_DISTANCE } from '../../../craft/images/engines/likeness.js';
import { unmetTraits } from '../../../craft/images/person/stated-looks.js';
import type { Statement } from '../../../craft/images/person/stated-looks.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { getRequest } from '../../../kernel/families/candidates/candidates.js';
import { defineCoverage } from '../../../kernel/families/coverage/coverage.js';
import type { CheckResult, Finding, Note } from '../../../kernel/families/coverage/rubric.js';
import { fingerprintsOf } from '../images/image-store.js';
import { imageIdIn } from '../images/project-images.js';
import { candidateIdOf } from '../images/candidate.js';
import { personNamed, projectLooks } from '../looks/project-looks.js';
import { portraitDesigns } from './portrait-kind.js';

/** A design as it is judged: each candidate, what it must look like, and whom it must not be taken for. */
export interface DesignDocument {
  character: string;
  direction: string | null;
  statement: Statement;
  chosenId: string | null;
  /** `fingerprint` is present for a portrait that a service made, for comparing pixels. */
  candidates: { candidateId: string; look: Look; fingerprint?: string }[];
  others: { name: string; look: Look; fingerprint?: string }[];
}

/** Two people with a smaller distance are mistaken for each other at a glance. */
export const MIN_DISTANCE = 3;
/** From this distance on, two people differ as members of a cast usually do. */
const USUAL_DISTANCE = 6;

interface Nearest { name: string; distance: number }

/** Only the chosen candidate is judged, or all of them before one is chosen. */
const judgedOf = ({ candidates, chosenId }: DesignDocument) =>
  (chosenId === null ? candidates : candidates.filter(({ candidateId }) => candidateId === chosenId));

function nearestOf({ others }: DesignDocument, look: Look): Nearest | null {
  const distances = others.map(({ name, look: other }) => ({ name, distance: Math.round(lookDistance(look, other) * 10) / 10 }));
  return distances.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))[0] ?? null;
}

const fieldOf = (doc: DesignDocument, candidateId: string): string => `candidates.${doc.candidates.findIndex((one) => one.candidateId === candidateId)}`;

/** The person whose portrait has nearly the same pixels, or null. */
const copied = ({ others }: DesignDocument, fingerprint: string | undefined): string | null => (fingerprint === undefined ? null
  : others.find((other) => other.fingerprint !== undefined && likenessDistance(fingerprint, other.fingerprint) < MIN_LIKENESS_DISTANCE)?.name ?? null);

function lookAlikes(doc: DesignDocument): Note[] {
  return judgedOf(doc).flatMap(({ candidateId, look, fingerprint }) => {
    const same = copied(doc, fingerprint);
    if (same !== null) {
      return [{
        severity: 'critical' as const, category: 'distinctness', message: `The candidate is nearly the same picture as the portrait of ${same}.`,
        anchor: { field: fieldOf(doc, candidateId) }, suggestion: 'Choose another candidate.',
      }];
    }
    const nearest = nearestOf(doc, look);
    if (!nearest || nearest.distance >= MIN_DISTANCE) return [];
    return [{
      severity: 'critical' as const, category: 'distinctness', message: `The candidate looks like ${nearest.name}: distance ${nearest.distance}, at least ${MIN_DISTANCE} is needed.`,
      anchor: { field: fieldOf(doc, candidateId), quote: describeLook(look) }, suggestion: `Choose another candidate, or direct ${doc.character} away from ${nearest.name}: hair, clothes, age.`,
    }];
  });
}

function disobedient(doc: DesignDocument): Note[] {
  return judgedOf(doc).flatMap(({ candidateId, look }) => unmetTraits(look, doc.statement).map((trait) => ({
    severity: 'major' as const, category: 'direction', message: `The direction states another ${trait}.`,
    anchor: { field: fieldOf(doc, candidateId), quote: describeLook(look) }, suggestion: 'Design again with this direction.',
  })));
}

const MARKS = { best: 100, usual: 85, least: 50 };

/** 50 at the least distance, 85 at the usual one of a cast, 100 at twice that. */
function distanceScore(distance: number): number {
  if (distance < MIN_DISTANCE) return (distance / MIN_DISTANCE) * (MARKS.least - 1);
  if (distance < USUAL_DISTANCE) return MARKS.least + ((distance - MIN_DISTANCE) / (USUAL_DISTANCE - MIN_DISTANCE)) * (MARKS.usual - MARKS.least);
  return Math.min(MARKS.best, MARKS.usual + ((distance - USUAL_DISTANCE) / USUAL_DISTANCE) * (MARKS.best - MARKS.usual));
}

function distinctness(doc: DesignDocument): Finding {
  const nearest = judgedOf(doc).map(({ look }) => nearestOf(doc, look)).filter((one) => one !== null);
  if (nearest.length === 0) return { score: MARKS.best, rationale: 'Nobody else in the cast has a look yet.' };
  const least = nearest.reduce((one, other) => (other.distance < one.distance ? other : one));
  return { score: distanceScore(least.distance), rationale: `The nearest of the cast is ${least.name}, at a distance of ${least.distance}.` };
}

function direction(doc: DesignDocument): Finding {
  const unmet = disobedient(doc).length;
  const judged = judgedOf(doc).length;
  if (doc.statement.words.length === 0 && doc.statement.age === undefined) return { score: MARKS.best, rationale: 'Nothing is directed.' };
  return {
    score: Math.max(0, MARKS.best - (unmet / Math.max(1, judged)) * 40),
    rationale: unmet === 0 ? 'Every candidate looks as directed.' : `${unmet} directed trait(s) are missing among ${judged} candidate(s).`, notes: disobedient(doc),
  };
}

function variety(doc: DesignDocument): Finding {
  const looks = doc.candidates.map(({ look }) => look);
  const distances = looks.flatMap((look, at) => looks.slice(at + 1).map((other) => lookDistance(look, other)));
  if (distances.length === 0) return { score: MARKS.best, rationale: 'There is one candidate.' };
  const least = Math.round(Math.min(...distances) * 10) / 10;
  return { score: Math.min(MARKS.best, (least / MIN_DISTANCE) * 75), rationale: `The two most similar candidates have a distance of ${least}.` };
}

function noLookAlike(doc: DesignDocument): CheckResult {
  const notes = lookAlikes(doc);
  return { passed: notes.length === 0, details: notes.length === 0 ? 'No candidate looks like another character.' : notes.map(({ message }) => message).join(' '), notes };
}

function ageHonoured(doc: DesignDocument): CheckResult {
  const wrong = judgedOf(doc).filter(({ look }) => unmetTraits(look, doc.statement).includes('age'));
  const ages = [...new Set(judgedOf(doc).map(({ look }) => look.age))].sort((a, b) => AGES.indexOf(a) - AGES.indexOf(b)).join(', ');
  return { passed: wrong.length === 0, details: wrong.length === 0 ? `The age is ${ages}.` : `${wrong.length} candidate(s) have another age than directed: ${ages}.` };
}

/** Type of the subject in reports. */
export const PORTRAIT_SUBJECT = 'portrait_design';

/** Judges portrait designs by what was drawn: how much a face differs from the rest of the cast, and whether it follows the direction. */
export const portraitCoverage = defineCoverage<DesignDocument>({
  subject: PORTRAIT_SUBJECT,
  rubric: {
    version: 'portraits-1', gateThreshold: 60,
    categories: [
      { category: 'distinctness', weight: 3, judge: distinctness }, { category: 'direction', weight: 2, judge: direction },
      { category: 'variety', weight: 1, judge: variety },
    ],
    checks: [{ id: 'look_alike', holdsGate: true, run: noLookAlike }, { id: 'age', holdsGate: true, run: ageHonoured }],
    about: (doc) => ({ logline: `Portraits of ${doc.character}`, synopsis: doc.candidates.map(({ look }) => describeLook(look)).join('; ') || null }),
  },
  async document(services, { id, projectId }) {
    const design = await getRequest(services, portraitDesigns, projectId, id);
    if (design.status !== 'READY') throw new ApiError('artifact_not_ready', 'the design is judged when its candidates are there', { status: design.status });
    const { candidates, brief: { words, ...brief } } = design;
    const looks = await projectLooks(services, projectId, brief.character!);
    const person = personNamed(looks, brief.character!);
    const { characters } = looks.canon;
    const fingerprints = await fingerprintsOf(services.db, projectId, [
      ...candidates.map(({ facts }) => facts.imageId), ...characters.map(({ headshotUrl }) => imageIdIn(headshotUrl ?? '')),
    ]);
    const printed = (imageId: string | undefined) => (imageId !== undefined && fingerprints.has(imageId) ? { fingerprint: fingerprints.get(imageId)! } : {});
    const chosen = candidates.find((one) => one.chosen);
    return {
      version: 1,
      content: {
        character: person.name, direction: words, chosenId: chosen ? candidateIdOf(id, chosen.ordinal) : null,
        statement: { ...person.statement, words: [...words ? [words] : [], ...person.statement.words] },
        candidates: candidates.flatMap(({ ordinal, facts: { look, imageId } }) => (
          look ? [{ candidateId: candidateIdOf(id, ordinal), look, ...printed(imageId) }] : [])),
        others: looks.people.filter(({ name }) => name !== person.name).map(({ name, look }) => (
          { name, look, ...printed(imageIdIn(characters.find((one) => one.name === name)?.headshotUrl ?? '')) })),
      },
    };
  },
});
