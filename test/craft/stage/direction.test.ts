import { describe, expect, it } from '@jest/globals';
import { courseOf, viewAt, type CourseOf } from '../../../src/craft/stage/camera-course.js';
import { readDirection } from '../../../src/craft/stage/direction.js';

const PEOPLE = ['MARA', 'TOBIAS', 'MRS. PELL', 'PELL'];
const said = (words: string): string => readDirection(words, PEOPLE).steps.map((step) =>
  Object.entries(step).filter(([, value]) => value && value !== 'even').map(([key, value]) => `${key} ${value}`).sort().join(', ') || 'hold').join(' | ');

describe('a direction', () => {
  it.each([
    ['push in', 'zoom 1'], ['Slow push in on Mara, then pan left', 'pace slow, target MARA, zoom 1 | pan -1'], ['pulls slowly back from MRS. PELL', 'pace slow, target MRS. PELL, zoom -1'],
    ['zoom on Pell', 'target PELL, zoom 1'], ['pan to Tobias', 'target TOBIAS'], ['The camera moves closer to Mara’s face.', 'target MARA, zoom 1'],
    ['drift up and tremble', 'tilt -1, unrest tremble'], ['it sinks gently', 'pace slow, tilt 1'], ['hold', 'hold'], ['handheld; then hold', 'unrest handheld | hold'],
    ['sweeping to the right fast, shaking', 'pace fast, pan 1, unrest shake'], ['zoom in on Mrs. Pell. Then pull out', 'target MRS. PELL, zoom 1 | zoom -1'],
  ])('"%s" is followed', (words, steps) => {
    const { unknown, clash } = readDirection(words, PEOPLE);
    expect([said(words), unknown, clash]).toEqual([steps, [], null]);
  });

  it.each([
    ['push in past the lamp', ['past', 'lamp']], ['spin', ['spin']], ['zoom', ['zoom']], ['zoom on Ines', ['zoom', 'ines']], ['pan left, purple', ['purple']], ['slowly', ['slowly']], ['…', ['…']],
  ])('“%s” is not followed, and the words that are not understood are named', (words, unknown) => {
    expect(readDirection(words, PEOPLE).unknown).toEqual(unknown);
  });

  it.each([
    ['push in and pull back', 'nearer and further away at once'], ['pan left and right', null], ['hold and pan left', 'hold and move at once'], ['slow and fast push in', 'slow and fast at once'],
    ['zoom on Mara and Tobias', 'to MARA and to TOBIAS at once'], ['pan left then pan right then tilt up then hold then push in', 'more than 4 moves after each other'],
  ])('"%s" cannot be done', (words, clash) => {
    const read = readDirection(words, PEOPLE);
    if (clash === null) expect(read.unknown).toEqual(['right']);
    else expect(read.clash).toBe(clash);
  });
});

describe('the course of a camera', () => {
  const FOCUS = { x: 0.3, y: 0.6 };
  const of: CourseOf = { durationMs: 4_000, focus: FOCUS, pointOf: (name) => (name === 'MARA' ? { x: 0.2, y: 0.6 } : null) };
  const course = (words: string) => courseOf(readDirection(words, PEOPLE).steps, of);
  const ends = (words: string) => [course(words)[0]!.view, course(words).at(-1)!.view] as const;

  it.each(['push in', 'pull back', 'pan left fast', 'tilt down', 'zoom on Mara fast', 'pan to Mara', 'shake fast', 'tremble', 'handheld', 'hold', 'pull back from Mara',
    'push in then pan left then pull back then tilt up', 'fast pan right and tilt up and shake'])('of "%s" stays within the picture, from its beginning to its end', (words) => {
    const points = course(words);
    expect([points[0]!.atMs, points.at(-1)!.atMs]).toEqual([0, 4_000]);
    expect(points.every(({ atMs }, at) => at === 0 || atMs > points[at - 1]!.atMs)).toBe(true);
    for (const { view: { x, y, zoom } } of points) {
      expect(Math.min(x - 0.5 / zoom, y - 0.5 / zoom, 1 - x - 0.5 / zoom, 1 - y - 0.5 / zoom)).toBeGreaterThan(-1e-3);
      expect(zoom).toBeGreaterThanOrEqual(1);
      expect(zoom).toBeLessThanOrEqual(2.2);
    }
  });

  it('goes where the words say', () => {
    const [, near] = ends('push in');
    expect([near.zoom > 1.3, near.x < 0.45, near.y > 0.5]).toEqual([true, true, true]);
    expect(ends('slow push in')[1].zoom).toBeLessThan(near.zoom);
    const [before, after] = ends('pan left');
    expect([before.x > 0.55, after.x < 0.45, before.y, after.y]).toEqual([true, true, 0.5, 0.5]);
    expect(ends('pan right').map(({ x }) => x)).toEqual([after.x, before.x]);
    expect(ends('tilt up')[1].y).toBeLessThan(ends('tilt up')[0].y);
    expect(ends('pull back').map(({ zoom }) => zoom)).toEqual([1.38, 1]);
    expect(ends('pan to Mara')[0].x).toBeGreaterThan(ends('pan to Mara')[1].x + 0.1);
    const shaken = course('shake').map(({ view: { x } }) => x - 0.5);
    expect([Math.max(...shaken) > 0.005, Math.min(...shaken) < -0.005, shaken[0], shaken.at(-1)]).toEqual([true, true, 0, 0]);
    expect(viewAt(course('hold'), 2_000)).toEqual({ x: 0.5, y: 0.5, zoom: 1 });
  });

  it('is the same each time, and has a view for every time', () => {
    expect(course('handheld')).toEqual(course('handheld'));
    const points = course('push in');
    expect([viewAt(points, -5), viewAt(points, 9_000)]).toEqual([points[0]!.view, points.at(-1)!.view]);
    const [one, other] = [points[3]!, points[4]!];
    const between = viewAt(points, (one.atMs + other.atMs) / 2);
    expect(between.zoom).toBeCloseTo((one.view.zoom + other.view.zoom) / 2, 3);
  });
});
