import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { catalogue } from '../../src/craft/speech/flite/voices.js';
import { applyCastPatch, castKey, missingOf } from '../../src/domain/canon/cast-canon.js';
import { applyBiblePatch } from '../../src/domain/canon/series-bible.js';
import { ARTIFACT_KINDS } from '../../src/domain/artifacts/artifact-kinds.js';
import { ARTIFACT_TYPES, type PlanRequest } from '../../src/domain/plans/plan-request.js';
import { quotePlan } from '../../src/domain/plans/quote.js';
import { PLAN_TYPES, statusAfterDraft } from '../../src/domain/plans/types/plan-types.js';
import { suggestVoices } from '../../src/domain/plans/suggested-voices.js';
import type { BlueprintRole } from '../../src/craft/narrative/model.js';

const VOICES = catalogue('stage');
const GROWN = VOICES.filter(({ ageRange }) => ageRange !== 'child');
const AT = '2026-01-01T00:00:00.000Z';

const role = (character: string, extra: Partial<BlueprintRole> = {}): BlueprintRole =>
  ({ character, role: 'character', gender: 'neutral', description: '', lineCount: 1, ...extra });

const anyRoles = fc.uniqueArray(fc.record({
  character: fc.stringMatching(/^[A-Z]{1,8}$/), role: fc.constantFrom('character', 'host', 'narrator'),
  gender: fc.constantFrom('female' as const, 'male' as const, 'neutral' as const), lineCount: fc.nat(50),
  description: fc.constantFrom('', 'an old sailor', 'a little girl', 'a young clerk'),
}), { selector: ({ character }) => character, maxLength: 24 });

describe('suggested voices', () => {
  it('are one per role, of the right sex, distinct while voices of that sex last, whatever the order of the cast', () => {
    fc.assert(fc.property(anyRoles, (cast) => {
      const chosen = suggestVoices(cast, VOICES, {});
      const sexed = cast.filter(({ gender }) => gender !== 'neutral');
      const isChild = ({ description, role: part }: BlueprintRole): boolean => description === 'a little girl' && part !== 'host';
      for (const each of sexed) {
        const voice = VOICES.find(({ voiceId }) => voiceId === chosen[each.character]!.voiceId)!;
        // A child gets a child's or a teenager's voice, even one of the other sex, rather than an adult's.
        if (isChild(each)) expect(['child', 'teen']).toContain(voice.ageRange);
        else expect(voice.gender).toBe(each.gender);
      }
      expect(Object.keys(chosen).sort()).toEqual(cast.map(({ character }) => character).sort());
      const uses = Object.values(chosen).map(({ voiceId }) => voiceId);
      const first = cast.filter(({ gender, role: part }) => gender === 'neutral' && part === 'host').length;
      const enough = (gender: string): boolean =>
        sexed.filter((each) => each.gender === gender).length + first <= GROWN.filter((voice) => voice.gender === gender).length;
      if (!cast.some(isChild) && enough('female') && enough('male') && cast.length <= GROWN.length) expect(new Set(uses).size).toBe(uses.length);
      expect(suggestVoices([...cast].reverse(), VOICES, {})).toEqual(chosen);
    }), { numRuns: 60 });
  });

  it('follow gender, age and role', () => {
    const cast = [
      role('NARRATOR', { role: 'narrator', gender: 'male' }), role('ADA', { gender: 'female' }), role('TIMOTHY', { gender: 'male', description: 'an old sailor' }),
      role('GIRL', { gender: 'female' }), role('COMPUTER', { description: 'the ship\'s computer' }),
    ];
    const chosen = suggestVoices(cast, VOICES, {});
    const voiceOf = (character: string) => VOICES.find(({ voiceId }) => voiceId === chosen[character]!.voiceId)!;
    expect(voiceOf('NARRATOR').styleTags).toContain('narrator');
    expect(voiceOf('ADA')).toMatchObject({ gender: 'female', ageRange: 'adult' });
    expect(voiceOf('TIMOTHY')).toMatchObject({ gender: 'male', ageRange: 'senior' });
    expect(voiceOf('GIRL')).toMatchObject({ gender: 'female', ageRange: 'child' });
    expect(voiceOf('COMPUTER').gender).toBe('neutral');
  });

  it('leave settled voices alone and do not hand them out again', () => {
    const settled = { ADA: { voiceId: 'stage-woman-alto', voiceName: 'Vivian Stone', provider: 'stage' } };
    const chosen = suggestVoices([role('ADA'), role('EVE', { gender: 'female' })], VOICES, settled);
    expect(chosen.ADA).toEqual(settled.ADA);
    expect(chosen.EVE!.voiceId).not.toBe('stage-woman-alto');
    expect(suggestVoices([role('ADA'), role('EVE')], [], settled)).toEqual(settled);
  });
});

describe('quotes', () => {
  const request = (artifactRequests: PlanRequest['artifactRequests'], extra: Partial<PlanRequest> = {}): PlanRequest => ({
    target: { audience: 'a', objective: 'b', outcome: 'c' }, artifactRequests, sourceIds: ['src_1', 'src_2'], creativeBrief: null, autoApprove: false, ...extra,
  });
  const read = (durationSeconds: number) => ({ type: 'table_read' as const, mode: 'drama' as const, narrationPolicy: 'include' as const, durationSeconds, voiceMap: {} });

  it('are the sum of their lines, the same for the same request, and charge nothing for planning', () => {
    fc.assert(fc.property(fc.integer({ min: 30, max: 7_200 }), (durationSeconds) => {
      const quote = quotePlan(request([read(durationSeconds)]), AT);
      expect(quote).toEqual(quotePlan(request([read(durationSeconds)]), AT));
      expect(quote.total).toBe(quote.lineItems.reduce((sum, { credits }) => sum + credits, 0));
      expect(quote.lineItems.filter(({ kind }) => kind !== 'artifact').every(({ credits }) => credits === 0)).toBe(true);
      expect(quote.total).toBe(durationSeconds <= 3_600 ? 10 : 20);
    }), { numRuns: 50 });
  });

  it('show types without a price as 0 credits', () => {
    const quote = quotePlan(request([read(60), { type: 'trailer' }]), AT);
    expect(quote.lineItems.map(({ credits, artifactIndex }) => [credits, artifactIndex])).toEqual([[0, undefined], [0, undefined], [10, 0], [0, 1]]);
  });

  it('are approved automatically only without a table read', () => {
    expect(statusAfterDraft(request([read(60)], { autoApprove: true }))).toBe('REQUIRES_APPROVAL');
    expect(statusAfterDraft(request([{ type: 'pitch_deck', includePdf: false }], { autoApprove: true }))).toBe('APPROVED');
    expect(statusAfterDraft(request([{ type: 'pitch_deck', includePdf: false }]))).toBe('REQUIRES_APPROVAL');
  });
});

describe('types of artifacts', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const files = ['src', 'api', 'activities', 'workflows'].flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts')).map((file) => path.join(folder, file)));

  it('are looked up in their registry: no code compares with their names', () => {
    const names = ARTIFACT_TYPES.join('|');
    const compared = new RegExp(`[!=]==? *'(?:${names})'|'(?:${names})' *[!=]==`);
    expect(files.filter((file) => compared.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
  });

  it('are registered under their own names, and kinds that can be made refer to their plan type', () => {
    expect(Object.entries(PLAN_TYPES).map(([name, { type }]) => [name, type])).toEqual(ARTIFACT_TYPES.map((name) => [name, name]));
    for (const [name, { plan }] of Object.entries(ARTIFACT_KINDS)) expect(plan).toBe(PLAN_TYPES[name as keyof typeof PLAN_TYPES]);
  });
});

describe('canon', () => {
  const names = fc.uniqueArray(fc.stringMatching(/^[A-Za-z]{1,5}$/), { selector: castKey, maxLength: 8 });
  const empty = { version: 0, narrator: null, characters: [] };

  it('merges by name: nobody is lost or doubled, and repeating a patch changes nothing', () => {
    fc.assert(fc.property(names, names, (first, second) => {
      const patch = (list: string[]) => ({ mode: 'merge' as const, characters: list.map((name) => ({ name })) });
      const once = { version: 1, ...applyCastPatch({ version: 0, ...applyCastPatch(empty, patch(first)) }, patch(second)) };
      expect(once.characters.map(({ name }) => castKey(name)).sort()).toEqual([...new Set([...first, ...second].map(castKey))].sort());
      expect(applyCastPatch(once, patch(second))).toEqual({ narrator: once.narrator, characters: once.characters });
    }), { numRuns: 60 });
  });

  it('lists the voice that a character still needs for a read, and pictures as optional', () => {
    const [character] = applyCastPatch(empty, { mode: 'merge', characters: [{ name: 'A' }] }).characters;
    const needed = { item: 'voice', optional: false };
    const pictures = ['headshotUrl', 'bodyShotUrl', 'characterSheetUrl'].map((item) => ({ item, optional: true }));
    expect([missingOf(character!, true), missingOf(character!, false)]).toEqual([[needed], [needed, ...pictures]]);
  });

  it('gives Bible entries ids that they keep when others are added', () => {
    const content = applyBiblePatch({}, { episodes: [{ title: 'a' }, { title: 'b' }] }, 'merge');
    expect(content.episodes!.map(({ id }) => id)).toEqual(['ep_1', 'ep_2']);
    const grown = applyBiblePatch(content, { episodes: [{ title: 'new' }, ...content.episodes!] }, 'merge');
    expect(grown.episodes!.map(({ id, title }) => [id, title])).toEqual([['ep_3', 'new'], ['ep_1', 'a'], ['ep_2', 'b']]);
    expect(applyBiblePatch(grown, { tone: 'dry' }, 'replace')).toEqual({ tone: 'dry' });
  });
});
