import { matchesOf } from '../../patterns/matches.js';

const QUOTED = /[“"]([^“”"]+)[”"]|(?<![\p{L}\d])[‘']([^‘’']{3,}(?:[’'](?=\p{L})[^‘’']*)*)[’'](?![\p{L}\d])/gu;

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}…]+/gu, ' ').replaceAll(/\s*(?:…|\.\.\.)\s*/gu, ' … ').trim();

/** The quotations of a statement whose words do not occur in this order in the cited sentences. An ellipsis may replace omitted words. */
export function strangeQuotations(says: string, cited: string): string[] {
  const source = ` ${plain(cited)} `;
  return matchesOf(says, QUOTED).map(([, double, single]) => (double ?? single)!).filter((quoted) => {
    const parts = plain(quoted.replaceAll('...', '…')).split('…').map((part) => part.trim()).filter((part) => part !== '');
    let from = 0;
    return !parts.every((part) => {
      const at = source.indexOf(` ${part} `, from);
      from = at + part.length;
      return at >= 0;
    });
  });
}
