import { describe, expect, it } from '@jest/globals';
import { Drawing } from '../../../src/craft/images/svg.js';
import { drawScene, placePlanes } from '../../../src/craft/images/scenes/index.js';
import { parsePlace } from '../../../src/craft/images/places/place.js';
import { bledColours } from '../../../src/craft/video/bled-colours.js';
import { airAround, lineWith } from '../../../src/domain/artifacts/clips/spoken-line.js';

const shapesOf = (svg: string): string[] => svg.replace(/<defs>[^]*?<\/defs>/, '').match(/<(?:path|rect|ellipse|image)\b[^>]*>/g) ?? [];

describe('planes of a drawing', () => {
  it.each(['EXT. HARBOUR - DAWN', 'INT. LIVING ROOM - DAY', 'EXT. AVENUE - NIGHT - RAIN', 'EXT. FOREST - DAY'])('add up to the drawing of %s', (heading) => {
    const spec = { place: parsePlace(heading), seed: 'lamp' };
    for (const most of [3, 6, 99]) {
      const planes = placePlanes(spec, most);
      expect(planes.length).toBeLessThanOrEqual(most);
      expect(planes.length).toBeGreaterThan(2);
      expect(planes.flatMap(({ svg }) => shapesOf(svg))).toEqual(shapesOf(drawScene(spec)));
      for (const { svg } of planes) expect((svg.match(/<g\b/g) ?? []).length).toBe((svg.match(/<\/g>/g) ?? []).length);
    }
  });

  it('keep their groups, never split what is clipped, and are one plane where nothing was marked', () => {
    const draw = new Drawing(100, 100);
    draw.rect(0, 0, 100, 100, '#000000').group('scale(-1 1)', () => {
      draw.rect(0, 0, 10, 10, '#ff0000').layer(0.5).clipped('M0 0H9V9Z', () => { draw.layer(1).rect(1, 1, 3, 3, '#00ff00'); });
    });
    const [behind, before, ...others] = draw.planes(9);
    expect([behind!.depth, before!.depth, others]).toEqual([0, 0.5, []]);
    expect(before!.svg).toMatch(/<g transform="scale\(-1 1\)"><g clip-path=[^>]*><rect [^>]*#00ff00[^>]*><\/g><\/g><\/svg>$/);
    expect(new Drawing(10, 10).rect(0, 0, 1, 1, '#000000').planes(5)).toHaveLength(1);
  });

  it('spread their colours three pixels into transparent areas, and no further', () => {
    const row = Buffer.alloc(8 * 4);
    row.set([200, 10, 20, 255], 0);
    bledColours(row, 8, 1);
    expect([...Array(5).keys()].map((at) => [row[at * 4], row[at * 4 + 3]])).toEqual([[200, 255], [200, 0], [200, 0], [200, 0], [0, 0]]);
  });
});

describe('the line of a speaking portrait', () => {
  it('gets silence around it until it lasts four seconds, and is the longest line with all wanted words', () => {
    for (const ms of [300, 2_900, 3_400, 29_000]) {
      const { beforeMs, afterMs } = airAround(ms);
      expect([beforeMs + ms + afterMs >= 4_000, beforeMs + ms + afterMs <= 30_000, beforeMs <= 900]).toEqual([true, true, true]);
    }
    const line = (entryIndex: number, text: string, durationMs: number) => ({ entryIndex, text, said: text, lineKey: `lines/${entryIndex}.pcm`, durationMs });
    const lines = [line(1, 'Hold on.', 500), line(2, 'Hold the other rope, I have it.', 2_000), line(3, 'No.', 200)];
    expect([lineWith(lines, 'HOLD')?.entryIndex, lineWith(lines, 'hold, on')?.entryIndex, lineWith(lines, null)?.entryIndex, lineWith(lines, 'never')]).toEqual([2, 1, 2, null]);
  });
});
