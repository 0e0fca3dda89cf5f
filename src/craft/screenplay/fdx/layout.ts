import { FINAL_DRAFT, type Column, type PageProfile } from '../pagination/profiles.js';
import { childOf, childrenOf, type XmlElement } from './xml.js';

const COLUMNS = {
  heading: 'Scene Heading', action: 'Action', character: 'Character', parenthetical: 'Parenthetical',
  dialogue: 'Dialogue',
  transition: 'Transition',
} as const;
type ColumnName = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as ColumnName[];

const CELLS_PER_INCH = 10;
const POINTS_PER_INCH = 72;
const LINE = 12;
const TOP_MARGIN = 75;
const BOTTOM_MARGIN = 65;
/** A margin takes at most this share of the page's height. */
const MAX_MARGIN_SHARE = 1 / 3;

/** The number in an attribute if it is within the bounds, else the fallback. */
function numberOf(element: XmlElement | null, name: string, fallback: number, min: number, max: number): number {
  const value = Number.parseFloat(element?.attributes.get(name) ?? '');
  return Number.isFinite(value) && value >= min && value <= max ? value : fallback;
}

const settingsOf = (root: XmlElement, type: string): XmlElement | null =>
  childrenOf(root, 'ElementSettings').find(({ attributes }) => attributes.get('Type') === type) ?? null;

/** True if the file prints this paragraph type in capitals. */
export const printsCapitals = (root: XmlElement, type: string): boolean =>
  (childOf(settingsOf(root, type), 'FontSpec')?.attributes.get('Style') ?? '').includes('AllCaps');

/** Parses the page geometry, with Final Draft's defaults for missing values. Returns null if the file has none. */
export function parseLayout(root: XmlElement): PageProfile | null {
  const page = childOf(root, 'PageLayout');
  if (!page) return null;
  const size = childOf(page, 'PageSize');
  const width = Math.round(numberOf(size, 'Width', 8.5, 3, 40) * POINTS_PER_INCH);
  const height = Math.round(numberOf(size, 'Height', 11, 3, 40) * POINTS_PER_INCH);
  const most = height * MAX_MARGIN_SHARE;
  const margins = numberOf(page, 'TopMargin', TOP_MARGIN, 0, most) + numberOf(page, 'BottomMargin', BOTTOM_MARGIN, 0, most);
  const actionLeft = numberOf(childOf(settingsOf(root, 'Action'), 'ParagraphSpec'), 'LeftIndent', 1.5, 0, 6);
  const profile: PageProfile = {
    ...FINAL_DRAFT, name: 'file', paper: { width, height }, leftMargin: Math.round(actionLeft * POINTS_PER_INCH),
    linesPerPage: Math.max(10, Math.floor((height - margins) / LINE)),
  };
  for (const name of NAMES) profile[name] = columnOf(root, name, actionLeft);
  const breaks = childOf(childOf(root, 'MoresAndContinueds'), 'DialogueBreaks')?.attributes;
  profile.more = breaks?.get('DialogueBottom') || profile.more;
  profile.contd = (breaks?.get('DialogueTop') || profile.contd).toUpperCase();
  profile.automaticContinued = !/^no$/i.test(breaks?.get('AutomaticCharacterContinueds') ?? 'Yes');
  return profile;
}

function columnOf(root: XmlElement, name: ColumnName, actionLeft: number): Column {
  const fallback = FINAL_DRAFT[name];
  const spec = childOf(settingsOf(root, COLUMNS[name]), 'ParagraphSpec');
  if (!spec) return fallback;
  const left = numberOf(spec, 'LeftIndent', actionLeft + fallback.left / CELLS_PER_INCH, 0, 12);
  const right = numberOf(spec, 'RightIndent', left + fallback.width / CELLS_PER_INCH, 0, 14);
  const width = Math.round((right - left) * CELLS_PER_INCH);
  return {
    left: Math.max(0, Math.round((left - actionLeft) * CELLS_PER_INCH)),
    width: width >= 8 ? width : fallback.width,
    before: Math.round(numberOf(spec, 'SpaceBefore', fallback.before * LINE, 0, 72) / LINE),
  };
}

/** Writes the elements that describe the page layout, in Final Draft's order. */
export function writeLayout(profile: PageProfile): string[] {
  const inches = (value: number): string => value.toFixed(2);
  const { width, height } = profile.paper;
  const margins = Math.max(0, height - profile.linesPerPage * LINE);
  const top = Math.min(margins, Math.max(TOP_MARGIN, margins - Math.floor(height * MAX_MARGIN_SHARE)));
  const settings = NAMES.flatMap((name) => {
    const { left, width: cells, before } = profile[name];
    const from = profile.leftMargin / POINTS_PER_INCH + left / CELLS_PER_INCH;
    const capitals = name === 'heading' ? 'AllCaps' : '';
    return [
      `  <ElementSettings Type="${COLUMNS[name]}">`,
      `    <FontSpec AdornmentStyle="0" Font="Courier Final Draft" RevisionID="0" Size="12" Style="${capitals}"/>`,
      `    <ParagraphSpec Alignment="${name === 'transition' ? 'Right' : 'Left'}" FirstIndent="0.00" Leading="Regular" `
        + `LeftIndent="${inches(from)}" RightIndent="${inches(from + cells / CELLS_PER_INCH)}" SpaceBefore="${before * LINE}" `
        + 'Spacing="1" StartsNewPage="No"/>',
      '  </ElementSettings>',
    ];
  });
  return [
    `  <PageLayout BottomMargin="${margins - top}" BreakDialogueAndActionAtSentences="Yes" DocumentLeading="Normal" FooterMargin="36" `
      + `HeaderMargin="36" TopMargin="${top}" UsesSmartQuotes="No">`,
    `    <PageSize Height="${inches(height / POINTS_PER_INCH)}" Width="${inches(width / POINTS_PER_INCH)}"/>`,
    '  </PageLayout>',
    ...settings,
  ];
}
