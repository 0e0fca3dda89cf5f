import { describe, expect, it } from '@jest/globals';
import { paletteFrom, renderCover } from '../../src/adapters/images/cover.js';
import { drawableText, titleSetting } from '../../src/adapters/images/cover-text.js';

const sizeOf = (png: Buffer): number[] => [png.readUInt32BE(16), png.readUInt32BE(20)];

describe('the cover', () => {
  it('is a square PNG, the same every time, another for another seed', async () => {
    const request = { title: 'The Lamp', subtitle: 'A full-cast table read', seed: 'one' };
    const [first, second, other] = [await renderCover(request), await renderCover(request), await renderCover({ ...request, seed: 'two' })];
    expect(sizeOf(first.png)).toEqual([1_400, 1_400]);
    expect(first.png.equals(second.png)).toBe(true);
    expect(first.png.equals(other.png)).toBe(false);
    expect(first.png.length).toBeLessThan(512 * 1024);
  });

  it.each([
    'I', 'Supercalifragilisticexpialidocious'.repeat(4), 'a '.repeat(100), 'word '.repeat(80), 'Đường về nhà — Ærø', '東京の夜', '🎭', '',
    '<script>alert("x")</script> & <image href="file:///etc/passwd"/>', 'a\u0000b\u202ec',
  ])('draws %j', async (title) => {
    const { png, svg } = await renderCover({ title, seed: 's', sizePx: 300 });
    expect(sizeOf(png)).toEqual([300, 300]);
    // Letters are paths: no text, no reference and no markup of the title is in the drawing.
    expect(svg).not.toMatch(/<text|<image|<script|href/i);
  });

  it('draws letters where there are any, and the stage alone otherwise', async () => {
    const of = async (title: string): Promise<string> => (await renderCover({ title, seed: 's', sizePx: 300 })).svg;
    expect(await of('東京')).toBe(await of(''));
    expect((await of('Tokyo')).length).toBeGreaterThan((await of('')).length + 1_000);
  });

  it('keeps to letters it has', () => {
    expect(drawableText('  Café\u0000 “Noir”\n東京 ')).toBe('Café “Noir”');
    expect(drawableText('— … !')).toBe('');
    expect([...drawableText('x'.repeat(500))]).toHaveLength(200);
    expect(titleSetting('Hi').fontSize).toBeGreaterThan(titleSetting('A very much longer title than that one').fontSize);
  });

  it('takes a plan\'s colours in any order, and refuses what is no colour', async () => {
    const palette = paletteFrom(['#F6E7C8', '#141726', '#E0A458', '#33305A', 'a warm brown']);
    expect(palette).toMatchObject({ night: '#141726', ink: '#f6e7c8', far: '#33305a', accent: '#e0a458' });
    expect(paletteFrom(['#ffffff', '#fafafa', '#eeeeee'])).toBeNull();
    expect(paletteFrom(['red', 'blue'])).toBeNull();
    const hostile = { ...palette!, accent: '#fff"/><script>' };
    await expect(renderCover({ title: 'x', seed: 's', palette: hostile })).rejects.toThrow(RangeError);
    await expect(renderCover({ title: 'x', seed: 's', sizePx: 20_000 })).rejects.toThrow(RangeError);
  });
});
