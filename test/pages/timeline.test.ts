import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { html } from '../../src/pages/html.js';
import { button, form } from '../../src/pages/workplace/forms.js';
import { boxWidth, marksOf, packed, pathOf, scaleOf, ZOOMS } from '../../src/pages/workplace/screens/timeline/drawing.js';
import type { ShownCue } from '../../src/pages/workplace/screens/timeline/lane-view.js';
import { musicView } from '../../src/pages/workplace/screens/timeline/music.js';
import type { Visit } from '../../src/pages/workplace/visit.js';

describe('the boxes of a lane', () => {
  const box = fc.tuple(fc.nat(3_600_000), fc.nat(120_000)).map(([startMs, lengthMs]) => ({ startMs, endMs: startMs + lengthMs }));
  const boxes = fc.array(box, { maxLength: 60 });

  it('are wide enough for a finger, and never overlap', () => {
    fc.assert(fc.property(boxes, fc.constantFrom(...ZOOMS), (lane, { name }) => {
      const scale = scaleOf(3_720_000, name);
      const rows = packed(lane, scale);
      const drawn = lane.map((box, index) => ({ row: rows[index]!, from: scale.x(box.startMs), to: scale.x(box.startMs) + boxWidth(box, scale) }))
        .sort((one, other) => one.row - other.row || one.from - other.from);
      for (const [index, { row, from, to }] of drawn.entries()) {
        // The edge is drawn one pixel inside the box on either side, and a finger needs 24 pixels.
        expect(to - from - 2).toBeGreaterThanOrEqual(24 - 0.001);
        const next = drawn[index + 1];
        if (next?.row === row) expect(next.from).toBeGreaterThanOrEqual(to);
      }
    }));
  });

  it('share one row while they follow each other', () => {
    const scale = scaleOf(60_000, 'whole');
    expect(packed([{ startMs: 0, endMs: 20_000 }, { startMs: 20_000, endMs: 40_000 }, { startMs: 30_000, endMs: 50_000 }], scale)).toEqual([0, 0, 1]);
  });

  it('of a thousand lines are one path, and the times above them never crowd', () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => ({ startMs: index * 3_000, endMs: index * 3_000 + 2_500 }));
    for (const { name } of ZOOMS) {
      const scale = scaleOf(3_000_000, name);
      expect(pathOf(lines, scale, 0, 10).match(/M/g)).toHaveLength(1_000);
      const [first, second] = marksOf(scale);
      expect(scale.x(second!) - scale.x(first!)).toBeGreaterThanOrEqual(80);
    }
  });
});

const cue = {
  cueId: 'scene-1', scope: 'scene', sceneIndex: 1, entryIndex: null, muted: false, mix: 0.333, ducking: 0.5, bpm: null, density: 0.5, brightness: null,
  endTransition: 'fadeOut', instruments: { pad: 1, strings: 0.2, bass: 1 }, mood: 'grave', take: 2,
  clip: { assetId: 'slow-march', prompt: 'a march', volume: 0.9, fadeInMs: 850, fadeOutMs: 2_000, playMode: 'loop', anchor: 'end' },
} as unknown as ShownCue;
const inside = { ...cue, cueId: 'entry-6', scope: 'entry', sceneIndex: null, entryIndex: 6 } as ShownCue;

describe('the form of a music cue', () => {
  const shown = musicView.valuesOf(cue);
  const change = (fields: object, cues = [cue]): object[] => musicView.changes(cue, { ...shown, ...fields }, cues);

  it('sent as it was shown changes nothing, although it shows less than the cue has', () => {
    expect(shown).toMatchObject({ level: '33', fadeIn: '0.85', bpm: '' });
    expect(change({})).toEqual([]);
    expect(change({ bpm: undefined, brightness: undefined })).toEqual([]);
  });

  it('sends only changed fields, in the units of the API', () => {
    expect(change({ level: '40' })).toEqual([{ action: 'tune', mix: 0.4 }]);
    expect(change({ fadeIn: '1,25', rounds: 'once' })).toEqual([{ action: 'tune', clip: { fadeInMs: 1_250, playMode: 'once' } }]);
    expect(change({ density: undefined, bpm: '90' })).toEqual([{ action: 'tune', bpm: 90, density: null }]);
    expect(change({ level: undefined })).toEqual([]);
    expect(change({ level: 'loud' })).toEqual([{ action: 'tune', mix: 'loud' }]);
  });

  it('replaces the piece and keeps the other settings', () => {
    expect(change({ piece: 'lullaby', ducking: '80' })).toEqual([{
      action: 'replace', mix: 0.333, ducking: 0.8, bpm: null, density: 0.5, brightness: null, endTransition: 'fadeOut', instruments: { pad: 1, strings: 0.2, bass: 1 },
      clip: { assetId: 'lullaby', volume: 0.9, fadeInMs: 850, fadeOutMs: 2_000, playMode: 'loop', anchor: 'end' },
    }]);
  });

  it('leaves the cues of single lines alone', () => {
    expect(change({ level: '40' }, [cue, inside])).toMatchObject([{ action: 'replace', mix: 0.4, clip: { assetId: 'slow-march', prompt: 'a march' } }]);
    expect(musicView.changes(inside, { ...shown, level: '40' }, [cue, inside])).toEqual([{ action: 'tune', mix: 0.4 }]);
  });

  it('adds a piece that suits the mood, or a named one', () => {
    expect(musicView.add({})).toEqual({ action: 'generate' });
    expect(musicView.add({ piece: 'lullaby', level: '20' })).toEqual({ action: 'replace', mix: 0.2, clip: { assetId: 'lullaby' } });
  });
});

describe('the Enter key in a form', () => {
  const visit = { formToken: 'token' } as Visit;

  it('saves, because all other buttons must come after the save button', () => {
    const { source } = form(visit, '/there', { label: 'Save', fields: html`<input name="a">`, beside: button('Cut', { action: '/cut' }), after: button('Again', { action: '/again' }) });
    expect([...source.matchAll(/<button[^>]*>(\w+)/g)].map(([, label]) => label)).toEqual(['Save', 'Cut', 'Again']);
    expect(() => form(visit, '/there', { label: 'Save', fields: html`<p>${button('Cut')}</p>` })).toThrow(/before "Save"/);
  });

  it('has only one button to press in a form that is written by hand', () => {
    const folder = fileURLToPath(new URL('../../src/pages/workplace', import.meta.url));
    const forms = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && file !== 'forms.ts')
      .flatMap((file) => readFileSync(`${folder}/${file}`, 'utf8').split(/<form (?=class|method)/).slice(1).map((part) => [file, part.split('</form>')[0]!.split('<button').length - 1] as const));
    expect(forms.length).toBeGreaterThan(5);
    expect(forms.filter(([, buttons]) => buttons !== 1)).toEqual([]);
  });
});
