import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, Answer } from '../../support/api-client.js';
import { LAMP, parsed, uploaded } from '../../support/stands/script-stand.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ['story', 'providers'] });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const refusal = ({ status, body }: Answer): unknown[] => [status, body.error?.code, body.error?.details];
const fountainOf = async (id: string): Promise<string> => (await client.get(`/scripts/${id}/export?format=fountain`)).body.content;
const lineOf = async (id: string, index: number) => (await client.get(`/scripts/${id}/lines/${index}`)).body;

describe('GET lines', () => {
  it('returns a line with its heading, its direction and the emotions that it may have', async () => {
    const script = await uploaded(client);
    expect(await lineOf(script.id, 2)).toEqual({
      line: {
        entryIndex: 2, lineId: expect.stringMatching(/^line_/), kind: 'dialogue', character: 'ADA', text: 'Who is there?', ttsText: null,
        parenthetical: 'softly', sceneHeading: 'INT. LAMP ROOM - NIGHT', emotion: null, volume: null, speed: null, pauseAfterMs: null,
        actingDirection: null, emotions: ['neutral', 'happy', 'sad', 'angry', 'afraid', 'calm', 'shout', 'whisper'],
      },
      audits: [], versions: [],
    });
    expect((await lineOf(script.slug, 7)).line).toMatchObject({ character: 'TOM', text: 'And the sea, which has nothing to say to us.', sceneHeading: 'EXT. QUAY - DAWN', extensions: ['O.S.'] });
    expect(await lineOf(script.scriptUploadId, 9)).toEqual({ line: null, audits: [], versions: [] });
    for (const index of ['-1', '1.5', 'two']) {
      expect(refusal(await client.get(`/scripts/${script.id}/lines/${index}`))).toEqual([400, 'validation_failed', { field: 'entryIndex' }]);
    }
  });
});

describe('GET lines of a script', () => {
  const found = async (id: string, query: string) => {
    const { status, body } = await client.get(`/scripts/${id}/lines${query}`);
    expect(status).toBe(200);
    return [body.lines.map(({ entryIndex }: { entryIndex: number }) => entryIndex), body.total];
  };

  it('lists all of them in pages, in order', async () => {
    const script = await uploaded(client);
    const pages: number[][] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: Answer = await client.get(`/scripts/${script.id}/lines?limit=4${cursor && `&cursor=${cursor}`}`);
      pages.push(body.lines.map(({ entryIndex }: { entryIndex: number }) => entryIndex));
      expect([body.total, body.revision]).toEqual([9, 1]);
      cursor = body.nextCursor;
    }
    expect(pages).toEqual([[0, 1, 2, 3], [4, 5, 6, 7], [8]]);
    expect((await client.get(`/scripts/${script.id}/lines?limit=1`)).body.lines[0]).toEqual((await lineOf(script.id, 0)).line);
    expect(refusal(await client.get(`/scripts/${script.id}/lines?cursor=abc`))).toEqual([400, 'validation_failed', { field: 'cursor' }]);
  });

  it('finds words, speakers and scenes in any case, and only the lines that match every filter', async () => {
    const { id } = await uploaded(client);
    expect(await found(id, '?query=only%20THE%20wind')).toEqual([[3, 6], 2]);
    expect(await found(id, '?character=tom')).toEqual([[3, 7], 2]);
    expect(await found(id, '?character=to')).toEqual([[], 0]);
    expect(await found(id, '?scene=quay')).toEqual([[4, 5, 6, 7, 8], 5]);
    expect(await found(id, '?scene=quay&character=Ada&query=wind')).toEqual([[6], 1]);
    expect(await found(id, '?query=wind&limit=1')).toEqual([[3], 2]);
  });

  it('comes with what was left out when the text was read, also after a change of a line', async () => {
    const { id } = await uploaded(client, 'INT. QUAY - DAY\n\nA boat.\n\nADA ^\nOne.\nTwo.\n\nTOM\nNo.\n');
    const warnings = [{ code: 'dual_without_partner', message: expect.any(String), line: 5 }];
    expect((await client.get(`/scripts/${id}/lines`)).body.warnings).toEqual(warnings);
    await client.patch(`/scripts/${id}/lines/2`, { text: 'One.\nThree.' });
    expect((await client.get(`/scripts/${id}/lines`)).body).toMatchObject({ warnings, revision: 2 });
    expect(await fountainOf(id)).toContain('ADA\nOne.\nThree.\n');
  });

  it('refuses a text that is not parsed', async () => {
    const failed = await client.post('/scripts', { title: 'Blank', content: 'no XML', format: 'fdx' });
    await parsed(client, failed.body.script.id);
    expect(refusal(await client.get(`/scripts/${failed.body.script.id}/lines`)).slice(0, 2)).toEqual([409, 'script_state_invalid']);
  });
});

describe('PATCH lines', () => {
  it('changes words in the script and keeps what they were', async () => {
    const script = await uploaded(client);
    const before = (await lineOf(script.id, 3)).line;
    const { status, body } = await client.patch(`/scripts/${script.id}/lines/3`, { text: '  Only   the sea. ', parenthetical: '(listening)' });
    expect([status, body]).toEqual([200, {
      line: { ...before, text: 'Only the sea.', parenthetical: 'listening' }, next: expect.objectContaining({ path: `/scripts/${script.scriptUploadId}/table-read/prepare` }),
    }]);
    expect(await fountainOf(script.id)).toContain('\nTOM\n(listening)\nOnly the sea.\n');
    const { versions, line } = await lineOf(script.id, 3);
    expect([line, versions]).toEqual([body.line, [{ edition: 1, revision: 1, createdAt: expect.any(String), line: before }]]);
    await client.patch(`/scripts/${script.id}/lines/3`, { parenthetical: null, emotion: 'calm' });
    expect((await lineOf(script.id, 3)).versions.map(({ line: { parenthetical } }: any) => parenthetical)).toEqual(['listening', null]);
    expect(await fountainOf(script.id)).toContain('\nTOM\nOnly the sea.\n');
    const [version] = (await client.get(`/scripts/${script.id}`)).body.script.versions;
    expect(version).toMatchObject({ revision: 3, parseStatus: 'complete', entryCount: 9 });
  });

  it('leaves every other line, the title page, notes and emphasis as they were', async () => {
    const script = await uploaded(client);
    const whole = await fountainOf(script.id);
    await client.patch(`/scripts/${script.id}/lines/7`, { text: 'And the sea.' });
    await client.patch(`/scripts/${script.id}/lines/5`, { sceneHeading: 'EXT. BEACH - DAWN #7#'.replace(' #7#', '') });
    await client.patch(`/scripts/${script.id}/lines/2`, { parenthetical: '' });
    await client.patch(`/scripts/${script.id}/lines/8`, { text: 'FADE TO:' });
    expect(await fountainOf(script.id)).toBe(whole.replace('And the sea, which has nothing\nto say to us.', 'And the sea.')
      .replace('EXT. QUAY - DAWN', 'EXT. BEACH - DAWN').replace('(softly)\n', '').replace('CUT TO:', 'FADE TO:'));
    expect(whole).toContain('The lamp goes *out*. [[check the wick]]');
  });

  it('settings alone make no new text; null clears; a change that changes nothing is none', async () => {
    const script = await uploaded(client);
    const path = `/scripts/${script.id}/lines/6`;
    const tuned = (await client.patch(path, { ttsText: 'only the winned', volume: 0, pauseAfterMs: 1500, emotion: 'afraid' })).body.line;
    expect(tuned).toMatchObject({ ttsText: 'only the winned', volume: 0, pauseAfterMs: 1500, emotion: 'afraid', text: 'Only the wind?' });
    expect((await client.patch(path, { volume: 0, text: 'Only the wind?' })).body.line).toEqual(tuned);
    expect((await client.patch(path, { volume: null, ttsText: ' ' })).body.line).toMatchObject({ volume: null, ttsText: null, pauseAfterMs: 1500 });
    const { versions } = await lineOf(script.id, 6);
    expect(versions.map(({ edition, revision }: any) => [edition, revision])).toEqual([[2, 1], [1, 1]]);
    expect((await client.get(`/scripts/${script.id}`)).body.script.versions[0].revision).toBe(1);
  });

  it('new words drop the spoken form of the old ones unless it is sent along', async () => {
    const script = await uploaded(client);
    const path = `/scripts/${script.id}/lines/6`;
    await client.patch(path, { ttsText: 'winned', volume: 0.5 });
    expect((await client.patch(path, { text: 'The wind?' })).body.line).toMatchObject({ ttsText: null, volume: 0.5 });
    expect((await client.patch(path, { text: 'A wind?', ttsText: 'winned' })).body.line).toMatchObject({ ttsText: 'winned' });
  });

  it('refuses text and settings that the line cannot have, and changes nothing', async () => {
    const script = await uploaded(client);
    const whole = await fountainOf(script.id);
    const cases: [number, object, string][] = [
      [3, { text: '(beat)' }, 'text'], [3, { text: 'Look [[a note]] here' }, 'text'], [0, { text: 'INT. LAMP ROOM - NIGHT #4#' }, 'text'],
      [1, { parenthetical: 'sadly' }, 'parenthetical'], [3, { text: ' \u200b ' }, 'text'], [9, { text: 'Past the end.' }, 'entryIndex'],
      [3, { emotion: 'bored' }, 'emotion'], [3, { volume: 2.5 }, 'volume'], [3, { volume: 'loud' }, 'volume'], [3, { pauseAfterMs: 1.5 }, 'pauseAfterMs'],
      [3, { loudness: 1 }, 'loudness'], [0, { text: 'INT. A', sceneHeading: 'INT. B' }, 'sceneHeading'],
    ];
    for (const [index, body, field] of cases) {
      expect([body, ...refusal(await client.patch(`/scripts/${script.id}/lines/${index}`, body))]).toEqual([body, 400, 'validation_failed', { field }]);
    }
    for (const field of ['speed', 'actingDirection']) {
      const answer = await client.patch(`/scripts/${script.id}/lines/3`, { [field]: 1, text: 'Other words.' });
      expect([answer.status, answer.body.error.code, answer.body.error.details.field]).toEqual([400, 'validation_failed', field]);
      expect(answer.body.error.message).toContain('/revoice-line');
    }
    expect(await fountainOf(script.id)).toBe(whole);
    expect((await lineOf(script.id, 3)).versions).toEqual([]);
  });

  it('refuses a text that is not parsed, and another revision than the expected one', async () => {
    const script = await uploaded(client);
    expect(refusal(await client.patch(`/scripts/${script.id}/lines/3`, { text: 'A', expectedVersion: 2 })))
      .toEqual([409, 'script_state_invalid', { reason: 'content_changed', expected: 2, actual: 1, currentVersion: 1, currentSha256: expect.any(String) }]);
    await client.patch(`/scripts/${script.id}/content`, { content: '<?xml version="1.0"?><html/>' });
    await parsed(client, script.id);
    expect(refusal(await client.patch(`/scripts/${script.id}/lines/3`, { text: 'A' })))
      .toEqual([409, 'script_state_invalid', { status: 'failed', allowed: ['complete'], parseFailure: expect.objectContaining({ code: 'not_fdx' }) }]);
  });

  it('edits one part of a long action', async () => {
    const sentences = Array.from({ length: 30 }, (_, at) => `Wave number ${at} comes in over the stones of the old quay.`);
    const script = await uploaded(client, `INT. QUAY - DAY\n\n${sentences.join(' ')}\n\nADA\nEnough.\n`);
    const second = (await lineOf(script.id, 2)).line;
    expect(second.kind).toBe('action');
    const { line } = (await client.patch(`/scripts/${script.id}/lines/2`, { text: `${second.text} Then it is quiet.` })).body;
    expect(line).toMatchObject({ lineId: second.lineId });
    expect(await fountainOf(script.id)).toContain('Then it is quiet. Wave number');
  });
});

describe('PATCH content', () => {
  it('writes when the expected text or version is the current one, and names the current one otherwise', async () => {
    const script = await uploaded(client);
    const path = `/scripts/${script.id}/content`;
    const next = LAMP.replace('Only the wind.', 'Only the rain.');
    const { status, body } = await client.patch(path, { content: next, expectedContent: LAMP, expectedVersion: 1 });
    expect([status, body.version.revision]).toEqual([200, 2]);
    const details = { reason: 'content_changed', currentSha256: body.version.sha256, currentVersion: 2 };
    const versions = { expected: 1, actual: 2 };
    for (const [expected, told] of [
      [{ expectedContent: LAMP }, { expected: script.versions[0].sha256, actual: body.version.sha256 }],
      [{ expectedVersion: 1 }, versions], [{ expectedContent: next, expectedVersion: 1 }, versions],
    ]) {
      expect(refusal(await client.patch(path, { content: 'INT. OTHER', ...expected }))).toEqual([409, 'script_state_invalid', { ...details, ...told }]);
    }
    expect((await client.patch(path, { content: next, expectedContent: LAMP })).body.version.revision).toBe(2);
    await parsed(client, script.id);
    expect((await lineOf(script.id, 3)).line.text).toBe('Only the rain.');
    expect((await client.patch(path, { content: LAMP })).body.version.revision).toBe(3);
  });

  it('accepts the exported Fountain as the expected text of a file in another format', async () => {
    const fdx = (await client.get(`/scripts/${(await uploaded(client)).id}/export?format=fdx`)).body.content;
    const script = await uploaded(client, fdx, { format: 'fdx' });
    const fountain = await fountainOf(script.id);
    const { status, body } = await client.patch(`/scripts/${script.id}/content`, { content: fountain.replace('A boat', 'A ship'), expectedContent: fountain });
    expect([status, body.version?.sourceFormat]).toEqual([200, 'auto']);
    expect(await parsed(client, script.id)).toMatchObject({ parseStatus: 'complete' });
    expect((await lineOf(script.id, 5)).line.text).toBe('A ship comes in.');
  });

  it('keeps the settings of lines that stay, wherever they stand then', async () => {
    const script = await uploaded(client);
    await client.patch(`/scripts/${script.id}/lines/3`, { emotion: 'shout', ttsText: 'only the winned' });
    await client.patch(`/scripts/${script.id}/lines/7`, { volume: 0.8, ttsText: 'and the see' });
    await client.patch(`/scripts/${script.id}/content`, {
      content: `INT. HALL - DAY\n\nA clock.\n\n${LAMP.slice(LAMP.indexOf('INT.')).replace('And the sea, which has nothing', 'And the sea, which has no words')}`,
    });
    expect((await parsed(client, script.id)).parseStatus).toBe('complete');
    expect((await lineOf(script.id, 5)).line).toMatchObject({ text: 'Only the wind.', emotion: 'shout', ttsText: 'only the winned' });
    expect((await lineOf(script.id, 9)).line).toMatchObject({ volume: 0.8, ttsText: null });
    expect((await lineOf(script.id, 3)).line).toMatchObject({ emotion: null });
  });

  it('refuses what is too large or blank', async () => {
    const script = await uploaded(client);
    expect(refusal(await client.patch(`/scripts/${script.id}/content`, { content: 'x'.repeat(2_000_001) })))
      .toEqual([400, 'source_too_large', { field: 'content', maxBytes: 2_000_000 }]);
    expect(refusal(await client.patch(`/scripts/${script.id}/content`, { content: ' ' }))).toEqual([400, 'validation_failed', { field: 'content' }]);
  });
});
