import type { Letters, TextStyle } from '../fit.js';

/** A typeface that every office program has or replaces by one of equal widths. */
interface Face { name: string; bold: boolean; italic: boolean }

export const FACES: Readonly<Record<TextStyle, Face>> = {
  display: { name: 'Georgia', bold: true, italic: false }, lead: { name: 'Georgia', bold: false, italic: false }, quote: { name: 'Georgia', bold: false, italic: true },
  text: { name: 'Arial', bold: false, italic: false }, label: { name: 'Arial', bold: true, italic: false },
};

const hundredths = (widths: string): readonly number[] => widths.split(' ').map(Number);
const GEORGIA = hundredths('24 33 41 64 61 82 71 22 38 38 47 64 27 37 27 47 61 43 56 55 56 53 57 50 60 57 31 31 64 64 64 48 93 67 65 64 75 65 60 73 81 39 52 69 60 93 77 '
  + '74 61 74 70 56 62 76 67 98 71 62 60 38 47 38 64 64 50 50 56 45 57 48 33 51 58 29 29 54 29 88 59 54 57 56 41 43 35 58 50 74 50 49 44 43 38 43 64');
const GEORGIA_BOLD = hundredths('25 38 51 70 64 88 80 27 45 45 48 70 33 38 33 47 70 49 63 62 65 60 65 55 68 65 37 37 70 70 70 55 97 76 76 72 83 72 67 81 91 45 60 82 69 102 '
  + '84 82 70 82 80 65 68 83 76 113 81 73 69 45 47 45 70 70 50 60 65 53 66 57 39 58 68 35 35 63 34 102 69 64 66 65 52 51 40 68 57 86 59 56 53 50 39 50 70');
const ARIAL = hundredths('28 28 35 56 56 89 67 19 33 33 39 58 28 33 28 28 56 56 56 56 56 56 56 56 56 56 28 28 58 58 58 56 102 67 67 72 72 67 61 78 72 28 50 67 56 83 72 78 '
  + '67 78 72 67 61 72 67 94 67 67 61 28 28 28 47 56 33 56 56 50 56 56 28 56 56 22 22 50 22 83 56 56 56 56 33 50 28 56 50 72 50 50 50 33 26 33 58');
const ARIAL_BOLD = hundredths('28 33 47 56 56 89 72 24 33 33 39 58 28 33 28 28 56 56 56 56 56 56 56 56 56 56 33 33 58 58 58 61 98 72 72 72 72 67 61 78 72 28 56 72 61 83 72 78 '
  + '67 78 72 67 61 72 67 94 67 67 61 33 28 33 58 56 33 56 61 56 61 56 33 61 61 28 28 56 28 89 61 61 61 61 39 56 33 61 56 78 56 56 50 39 28 39 58');
/** Widths of the characters from space to tilde, in hundredths of the font size. The italic of Georgia is as wide as its regular. */
const WIDTHS: Readonly<Record<TextStyle, readonly number[]>> = { display: GEORGIA_BOLD, lead: GEORGIA, quote: GEORGIA, text: ARIAL, label: ARIAL_BOLD };

/** Programs place letters a little differently, and some replace the typeface. */
const SAFETY = 1.03;
const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Extended_Pictographic}/u;
const NO_WIDTH = /[\p{M}\p{Cf}]/u;

function widthOfCharacter(character: string, widths: readonly number[]): number {
  const known = widths[character.codePointAt(0)! - 0x20];
  if (known !== undefined) return known / 100;
  if (NO_WIDTH.test(character)) return 0;
  if (WIDE.test(character)) return 1.05;
  const base = character.normalize('NFD')[0]!;
  if (base !== character) return widthOfCharacter(base, widths);
  return /[‘’‚·•]/u.test(character) ? 0.3 : /[—…]/u.test(character) ? 1 : /\p{Lu}/u.test(character) ? 0.78 : 0.62;
}

/** Measures the texts of slides. The program that shows them draws them, so that no character is left out and widths are estimated a little too wide. */
export const officeLetters: Letters = {
  drawable: (text) => text,
  widthOf: (text, style) => Array.from(text).reduce((sum, character) => sum + widthOfCharacter(character, WIDTHS[style]), 0) * SAFETY,
};
