import { describe, expect, it } from '@jest/globals';
import { announceScenes, importScript, parseFountain, scriptLines, toTableRead, type Script } from '../../src/craft/screenplay/index.js';

const SCRIPTS: Record<string, [text: string, scenes: number, speakers: string[]]> = {
  Russian: ['ИНТ. КУХНЯ — НОЧЬ\n\nТемно.\n\nАННА\nКто здесь?\n\nНАТ. ДВОР. ДЕНЬ\n\nБОРИС (З.К.)\nЭто я.\n', 2, ['АННА', 'БОРИС']],
  German: ['KÜCHE - INNEN/NACHT\n\nEs ist dunkel.\n\nANNA\nWer ist da?\n\nAUSSEN. HOF – TAG\n\nJÜRGEN\nIch bin es.\n', 2, ['ANNA', 'JÜRGEN']],
  Polish: ['WN. KUCHNIA - NOC\n\nCiemno.\n\nANNA\nKto tam?\n\nPL. PODWÓRZE - DZIEŃ\n\nŁUKASZ\nTo ja.\n', 2, ['ANNA', 'ŁUKASZ']],
  Hebrew: ['פנים. מטבח - לילה\n\nחושך.\n\nדנה\nמי שם?\n\nחוץ. חצר - יום\n\nאורי\nאני.\n\nדנה\nבוא.\n\nאורי\nכן.\n', 2, ['דנה', 'אורי']],
  Arabic: ['داخلي - مطبخ - ليل\n\nظلام.\n\nليلى\nمن هناك؟\n\nخارجي. حديقة - نهار\n\nسامي\nأنا.\n\nليلى\nتعال.\n\nسامي\nنعم.\n', 2, ['ليلى', 'سامي']],
  Japanese: ['屋内　台所　夜\n\n暗い。\n\n花子\n誰？\n\n屋外　庭 - 昼\n\n太郎\n僕だ。\n\n花子\n来て。\n\n太郎\nうん。\n', 2, ['花子', '太郎']],
  Chinese: ['内景。厨房——夜\n\n很黑。\n\n小红\n谁？\n\n外景。院子——日\n\n小明\n是我。\n\n小红\n来。\n\n小明\n好。\n', 2, ['小红', '小明']],
  Korean: ['S#1. 부엌 - 밤\n\n어둡다.\n\n영희\n누구세요?\n\nS#2. 마당 - 낮\n\n철수\n저예요.\n\n영희\n와요.\n\n철수\n네.\n', 2, ['영희', '철수']],
};
const headings = ({ elements }: Script): string[] => elements.flatMap((element) => (element.type === 'scene_heading' ? [element.text] : []));

describe('a screenplay in another language', () => {
  it.each(Object.entries(SCRIPTS))('%s is distinguished from prose, with its scenes and speakers', async (_name, [text, scenes, speakers]) => {
    const { script, format } = await importScript(Buffer.from(text));
    expect(format).toBe('text');
    expect(headings(script)).toHaveLength(scenes);
    expect([...new Set(scriptLines(script).filter(({ kind }) => kind === 'dialogue').map(({ speaker }) => speaker))]).toEqual(speakers);
  });

  it.each([
    'Интерьер комнаты был тёмным.', 'Interior of the house.', 'PL 7', 'INTERNO', 'INNENMINISTER', 'INTERIOR MONOLOGUE', 'EXTERIOR LIGHTS SNAP ON.', 'INTERIOR DOORS SLAM, ONE BY ONE.', 'פנים מוכרות נראות בחלון.',
    'פנים מוכרות', 'خارجي تماما', '屋内は暗い。', '屋内', '내부 사정', 'THE NIGHT PORTER',
  ])('“%s” alone is no heading', (line) => { expect(headings(parseFountain(`${line}\n\nMore.\n`).script)).toEqual([]); });

  it.each(['INTERIOR CASA DE LUIS. COCINA.', 'INTÉRIEUR JOUR. CUISINE.', 'INTERIOR KITCHEN - DAY (FLASHBACK).', 'EXTERIOR PLAYA - AMANECER...'])('“%s” is a heading', (line) => {
    expect(headings(parseFountain(`${line}\n\nMore.\n`).script)).toHaveLength(1);
  });

  it('is announced without the words for inside and outside', () => {
    const said = (heading: string): string | undefined => announceScenes(toTableRead(parseFountain(`${heading}\n\nANNA\nNa?\n`).script,
      { mode: 'drama', narrationPolicy: 'include', title: 'T' })).entries[0]!.ttsText;
    expect(said('НАТ. УЛИЦА. НОЧЬ')).toBe('Улица, ночь.');
    expect(said('KÜCHE - INNEN/TAG')).toBe('Küche, tag.');
    expect(said('CASA DI RITA - INT. GIORNO')).toBe('Casa di rita, giorno.');
    expect(said('INTÉRIEUR JOUR – CUISINE')).toBe('Jour, cuisine.');
    expect(said('屋内　居間　夜')).toBe('居間 夜.');
    expect(said('INT. HALL - DAY')).toBe('Hall, day.');
  });

  it('does not speak the tags of a cue', () => {
    const [line] = scriptLines(parseFountain('INT. HALL - DAY\n\nDAVE (V.O.) #lead\nHello.\n').script).slice(1);
    expect(line).toMatchObject({ speaker: 'DAVE', text: 'Hello.', extensions: ['V.O.'] });
  });
});
