import { describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deckPptx } from '../../../src/craft/deck/documents/pptx/deck-pptx.js';
import { elementsOf, faultsOf, packageFaults, packageParts, type PackageParts } from '../../support/files/office-package.js';
import { parseStrictly, type XmlNode } from '../../support/publishing/strict-xml.js';
import { SMALL_JPEG, timeMachineDeck } from './sample-decks.js';

const rasterise = () => Promise.resolve(SMALL_JPEG);
const FILM = Buffer.from('0000001866747970 6d703432 these are the bytes of a film');
const clip = { bytes: FILM, poster: SMALL_JPEG };
const xml = (parts: PackageParts, name: string): XmlNode => parseStrictly(parts.get(name)!.toString('utf8'));
const textOf = (node: XmlNode): string[] => elementsOf(node, 'a:p').map((paragraph) => elementsOf(paragraph, 'a:t').map(({ text }) => text).join(''));
const titleOf = (slide: XmlNode): string | undefined => {
  const shape = elementsOf(slide, 'p:sp').find((one) => elementsOf(one, 'p:ph').some(({ attributes }) => attributes['type'] === 'title'));
  return shape && textOf(shape)[0]?.replaceAll('\u00a0', ' ');
};

describe('a deck as slides', () => {
  it('is a valid package, with and without a film, whether it has one slide or twelve', async () => {
    const deck = timeMachineDeck();
    for (const pages of [deck.pages, deck.pages.slice(0, 1), deck.pages.slice(2, 4)]) {
      expect(await packageFaults(await deckPptx({ ...deck, pages }, { rasterise }))).toEqual([]);
    }
    expect(await packageFaults(await deckPptx(deck, { rasterise, clip }))).toEqual([]);
  });

  it('has titles, texts, notes with sources, and links that people can edit', async () => {
    const deck = timeMachineDeck();
    const parts = await packageParts(await deckPptx(deck, { rasterise }));
    const slide = xml(parts, 'ppt/slides/slide3.xml');
    expect(titleOf(slide)).toBe('A dinner in Richmond');
    expect(textOf(slide)).toEqual(expect.arrayContaining(['SETUP', '“You can show black is white by argument, but you will never convince me.”', 'Filby', 'Watch this chapter']));
    const notes = textOf(xml(parts, 'ppt/notesSlides/notesSlide3.xml'));
    expect(notes).toEqual(expect.arrayContaining([
      'Nobody believes him, and least of all Filby. [The Time Machine, characters 2,410–2,466]',
      'Filby: “You can show black is white by argument, but you will never convince me.”']));
    const links = xml(parts, 'ppt/slides/_rels/slide3.xml.rels').children.map(({ attributes }) => attributes['Target']);
    expect(links).toContain('https://decks.example.org/d/abc#p3');
    const [picture] = elementsOf(slide, 'p:pic');
    expect(elementsOf(picture!, 'p:cNvPr')[0]!.attributes['descr']).toBe('The Time Traveller speaks to Filby at the fire.');
    expect(elementsOf(slide, 'a:fld').map(({ attributes }) => attributes['type'])).toEqual(['slidenum']);
    expect(parts.get('ppt/theme/theme1.xml')!.toString()).toContain('<a:accent1><a:srgbClr val="E0A458"/></a:accent1>');
  });

  it('plays the film on its first slide, from bytes or from a file', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'deck-film-'));
    try {
      const file = path.join(folder, 'film.mp4');
      await writeFile(file, FILM);
      for (const film of [clip, { path: file, poster: SMALL_JPEG }]) {
        const parts = await packageParts(await deckPptx(timeMachineDeck(), { rasterise, clip: film }));
        const films = [...parts].filter(([name]) => name.endsWith('.mp4'));
        expect(films.map(([, content]) => content.toString())).toEqual([FILM.toString()]);
        const slide = xml(parts, 'ppt/slides/slide1.xml');
        expect(elementsOf(slide, 'a:videoFile')).toHaveLength(1);
        expect(titleOf(slide)).toBe('The Time Machine');
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('has the same bytes for equal decks, whenever it is written', async () => {
    const first = await deckPptx(timeMachineDeck(), { rasterise, clip });
    await new Promise((resolve) => { setTimeout(resolve, 2_100); });
    expect(Buffer.compare(await deckPptx(timeMachineDeck(), { rasterise, clip }), first)).toBe(0);
    const later = await deckPptx(timeMachineDeck({ date: new Date('2026-11-28T12:00:00Z') }), { rasterise, clip });
    expect(Buffer.compare(later, first)).not.toBe(0);
  });

  it('stops when it is aborted, and fails with the error of the rasteriser', async () => {
    const aborting = new AbortController();
    const stopped = deckPptx(timeMachineDeck(), { signal: aborting.signal, rasterise: () => { aborting.abort(new Error('enough')); return rasterise(); } });
    await expect(stopped).rejects.toThrow('enough');
    await expect(deckPptx(timeMachineDeck(), { rasterise: () => Promise.reject(new Error('no ink')) })).rejects.toThrow('no ink');
  });
});

describe('the rules for packages', () => {
  const plant: readonly (readonly [fault: string, part: string, from: string | RegExp, to: string])[] = [
    ['no XML', 'ppt/slides/slide2.xml', '<p:spTree>', '<p:spTree><'],
    ['which is not there', '[Content_Types].xml', '</Types>', '<Override PartName="/ppt/slideMasters/slideMaster2.xml" ContentType="x"/></Types>'],
    ['two types of', '[Content_Types].xml', '</Types>', '<Override PartName="/ppt/presentation.xml" ContentType="x"/></Types>'],
    ['no type of', '[Content_Types].xml', /<Override PartName="\/ppt\/theme\/theme2.xml"[^>]*\/>/, ''],
    ['image/jpg', '[Content_Types].xml', 'Extension="jpg" ContentType="image/jpeg"', 'Extension="jpg" ContentType="image/jpg"'],
    ['without text body', 'ppt/slides/slide2.xml', /<p:txBody>.*?<\/p:txBody>/s, ''],
    ['background without effects', 'ppt/slideLayouts/slideLayout2.xml', '<a:effectLst/></p:bgPr>', '</p:bgPr>'],
    ['twice', 'ppt/slides/slide2.xml', '<p:cNvPr id="3"', '<p:cNvPr id="2"'],
    ['0 titles', 'ppt/slides/slide2.xml', 'type="title"', 'type="body"'],
    ['outside of the slide', 'ppt/slides/slide2.xml', /<a:off x="\d\d+"/, '<a:off x="12000000"'],
    ['without words', 'ppt/slides/slide3.xml', / descr="[^"]*"/, ''],
    ['leads nowhere', 'ppt/slides/slide3.xml', /r:embed="rId\d+"/, 'r:embed="rId99"'],
    ['leads to', 'ppt/slides/_rels/slide3.xml.rels', /media\/[^"]+/, 'media/lost.jpeg'],
    ['two masters', 'ppt/notesMasters/_rels/notesMaster1.xml.rels', 'theme2.xml', 'theme1.xml'],
    ['its master lacks', 'ppt/notesSlides/notesSlide1.xml', 'type="body" sz="quarter" idx="3"', 'type="body" sz="quarter" idx="7"'],
    ['the presentation has', 'ppt/presentation.xml', /(<p:notesMasterIdLst>.*?<\/p:notesMasterIdLst>)(<p:sldIdLst>.*?<\/p:sldIdLst>)/s, '$2$1'],
  ];
  it.each(plant)('find the planted fault: %s', async (fault, part, from, to) => {
    const deck = timeMachineDeck();
    const parts = await packageParts(await deckPptx({ ...deck, pages: deck.pages.slice(0, 4) }, { rasterise }));
    const sound = parts.get(part)!.toString('utf8');
    const broken = sound.replace(from, to);
    expect(broken).not.toBe(sound);
    expect(faultsOf(new Map([...parts, [part, Buffer.from(broken)]])).join('\n')).toContain(fault);
  });

  it('find a picture whose format is not the one of its file name', async () => {
    const parts = await packageParts(await deckPptx(timeMachineDeck(), { rasterise, clip }));
    const [name] = [...parts].find(([part]) => part.endsWith('.jpeg'))!;
    expect(faultsOf(new Map([...parts, [name, Buffer.from('GIF89a')]])).join()).toContain('another kind of picture');
  });
});
