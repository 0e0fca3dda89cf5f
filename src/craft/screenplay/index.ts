/** Screenplay formats: parses, writes, paginates and aligns scripts. The model of a performed read is in `model.ts`. */
export { HOSTILE_CODES, ScriptRefused, type RefusalCode } from './failures.js';
export { SCRIPT_LIMITS, type ScriptLimits } from './limits.js';
export {
  endOfSpeech, identityOf, isAside, isSpeechPart, titleLines, titleOf, type Action, type Aside, type CharacterCue,
  type Dialogue,
  type Lyric, type Mark, type PageBreak, type Parenthetical, type ParsedScript, type ScriptWarning, type SceneHeading,
  type Script,
  type ScriptElement, type Section, type StandaloneAside, type Style, type Styled, type Synopsis, type TitleEntry,
  type Transition,
} from './script.js';
export { importScript, SCRIPT_FORMATS, sniffFormat, type ScriptFormat } from './import.js';
export { EXPORT_FORMATS, exportScript, type ExportedScript, type ExportFormat } from './export.js';
export { parseFountain } from './fountain/parse.js';
export { isAutomaticTransition } from './fountain/rules.js';
export { standardHeading } from './fountain/standard-heading.js';
export { writeFountain } from './fountain/write.js';
export { withFinalDraftTypes } from './fdx/final-draft-types.js';
export { parseFdx } from './fdx/parse.js';
export { writeFdx } from './fdx/write.js';
export { parsePdf, SCRIPT_READER_LIMITS } from './pdf/parse.js';
export { writePdf, type PdfOptions } from './pdf/write.js';
export { joinedForms, withoutJoinedForms } from '../fonts/arabic.js';
export { reordered, toReadingOrder } from '../fonts/bidi.js';
export { SCRIPT_FONTS, type ScriptFont } from './pdf/fonts.js';
export { parsePlainText } from './plain/parse.js';
export { pageRange, paginate, type Page, type PageLine, type PageList } from './pagination/paginate.js';
export { FINAL_DRAFT, PROFILES, STANDARD, type PageProfile, type ProfileName } from './pagination/profiles.js';
export { sceneLengths, type SceneLength } from './pagination/scenes.js';
export { oneLine } from './lines/spoken.js';
export { countPrintedWords, printedWords, reword } from './lines/reword.js';
export { actingPart, isOffScreen, isPictureFade } from './lines/spoken-line.js';
export { decodeScript } from './text/decode.js';
export { announceScenes } from './lines/announcements.js';
export { isOmitted } from './lines/spoken-heading.js';
export { announcerOf, spokenCredits } from './spoken-credits.js';
export { lineKey, scriptLines, type ScriptLine } from './lines/entries.js';
export { alignLines, type AlignableLine, type Alignment, type LineFate } from './lines/align.js';
export { toTableRead, type TableReadOptions } from './lines/table-read.js';
export { checkEditFields, Correction, EDIT_OPS, type Corrected, type ScreenplayEdit } from './corrections/edits.js';
export { rebuild } from './corrections/rebuild.js';
export { EditRefused, keepingPictures, People } from './corrections/people.js';
export { EntryRefused, inPlaceOf, soundingAs, screenplayOfEntries, type PlainEntry, type Replacement } from './corrections/replace.js';
