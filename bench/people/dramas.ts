import path from 'node:path';
import { parseArgs } from 'node:util';
import { adapt } from '../../src/craft/narrative/writing/adaptation.js';
import { DRAMA_FAULTS, type LintRule } from '../../src/craft/narrative/writing/lint/findings.js';
import { canonFacts } from '../../src/craft/narrative/writing/staging/canon.js';
import { SPEAKS } from '../../src/craft/narrative/writing/material/cited-words.js';
import type { Screenplay } from '../../src/craft/screenplay/model.js';
import { chosenChapters, type Chapter } from './chapters.js';
import { readNovels } from './novels.js';

const SECONDS = 300;
const MAX_ERROR = 0.05;
const FAULTS: readonly LintRule[] = [...DRAMA_FAULTS];

interface Measured { novel: string; seconds: number; faults: Map<LintRule, string[]>; quotations: number; told: number; untagged: string[] }

/**
 * Counts the quotations that the play contains (`heard`), those that the narrator says (`told`), and lists the narrated ones without words nearby that tell
 * who speaks (`untagged`).
 */
function toldQuotations({ text, quotations }: Chapter, { entries }: Screenplay): { heard: number; told: number; untagged: string[] } {
  const found = quotations.flatMap((quotation) => {
    const middle = (quotation.start + quotation.end) / 2;
    const entry = entries.find(({ spans }) => spans.some(({ start, end }) => start <= middle && middle < end));
    return entry ? [{ quotation, entry }] : [];
  });
  const told = found.filter(({ entry }) => entry.kind === 'action' || entry.parenthetical === 'narrating');
  const isTagged = (at: number): boolean => entries.slice(Math.max(0, at - 1), at + 2).some((entry) => entry.kind !== 'dialogue' && SPEAKS.test(entry.text));
  return {
    heard: found.length, told: told.length,
    untagged: told.filter(({ entry }) => !isTagged(entry.index)).map(({ quotation }) => text.slice(quotation.start, quotation.end).replace(/\s+/g, ' ')),
  };
}

function measured(chapter: Chapter): Measured {
  const { screenplay, seconds, findings } = adapt({
    seed: 'dramas', title: chapter.work, sources: [{ sourceId: 'chapter', label: null, text: chapter.text, digest: null }], canon: canonFacts(null),
    castNames: [], mode: 'drama', narrationPolicy: 'include', durationSeconds: SECONDS,
  });
  const { heard, told, untagged } = toldQuotations(chapter, screenplay);
  const faults = new Map(FAULTS.map((rule) => [rule, findings.filter((finding) => finding.rule === rule).map(({ message }) => message)]));
  return { novel: `${chapter.work} ${chapter.number}`, seconds, faults, quotations: heard, told, untagged };
}

const isNear = ({ seconds }: Measured): boolean => Math.abs(seconds - SECONDS) <= SECONDS * MAX_ERROR;

function report(name: string, all: readonly Measured[]): void {
  const hits = (rule: LintRule): number => all.reduce((sum, { faults }) => sum + faults.get(rule)!.length, 0);
  const sum = (of: (one: Measured) => number): number => all.reduce((total, one) => total + of(one), 0);
  console.log(`\n${name}: ${all.length} dramas of ${SECONDS} s`);
  for (const rule of FAULTS) console.log(`  ${rule.padEnd(18)} ${hits(rule)}`);
  console.log(`  end at a scene's end ${all.filter(({ faults }) => faults.get('open-end')!.length === 0).length} of ${all.length}`);
  console.log(`  length within 5 %    ${all.filter(isNear).length} of ${all.length} (${all.filter((one) => !isNear(one)).map(({ novel, seconds }) => `${novel} ${seconds} s`).join(', ')})`);
  console.log(`  quotations           ${sum(({ quotations }) => quotations)}, the narrator reads ${sum(({ told }) => told)}, without a tag ${sum(({ untagged }) => untagged.length)}`);
}

/**
 * Writes five-minute dramas of chapters of the labelled novels and counts what a listener would take for a mistake. Every second novel by name serves to
 * develop the rules, the others judge them. `--quick`: one chapter of four novels.
 */
function main(): void {
  const { values } = parseArgs({ options: {
    folder: { type: 'string', default: '../shared/fixtures/quotes-novels' }, seed: { type: 'string', default: 'dramas' },
    chapters: { type: 'string', default: '3' }, quick: { type: 'boolean', default: false }, list: { type: 'boolean', default: false },
  } });
  const novels = readNovels(path.resolve(values.folder)).filter((_novel, at) => !values.quick || at % 4 === 0);
  const halves: [Measured[], Measured[]] = [[], []];
  novels.forEach((novel, at) => {
    const chapters = chosenChapters(novel, values.quick ? 1 : Number(values.chapters), values.seed).map(measured);
    halves[at % 2]!.push(...chapters);
    if (!values.list) return;
    for (const { novel: name, faults, untagged } of chapters) {
      for (const [rule, messages] of faults) for (const message of messages) console.log(`${name}: ${rule}: ${message}`);
      for (const words of untagged) console.log(`${name}: untagged: ${words}`);
    }
  });
  report('made on', halves[0]);
  report('held out', halves[1]);
  report('together', halves.flat());
}

main();
