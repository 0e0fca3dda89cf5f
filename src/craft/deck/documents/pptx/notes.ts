const OPEN = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const NAMESPACES = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
  + 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const GROUP = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/>'
  + '<a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>';
const IMAGE = '<p:nvSpPr><p:cNvPr id="2" name="Slide Image"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg"';
const BODY = '<p:nvSpPr><p:cNvPr id="3" name="Notes"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="body"';
const box = (x: number, y: number, width: number, height: number): string =>
  `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes a text for XML. `plain` has already removed control characters. */
export const xmlText = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!);

/** The master of the printed notes page: the slide above, its notes below. */
export const NOTES_MASTER = `${OPEN}<p:notesMaster ${NAMESPACES}><p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg><p:spTree>${GROUP}`
  + `<p:sp>${IMAGE} idx="2"/></p:nvPr></p:nvSpPr><p:spPr>${box(685_800, 1_143_000, 5_486_400, 3_086_100)}<a:noFill/>`
  + '<a:ln w="12700"><a:solidFill><a:prstClr val="black"/></a:solidFill></a:ln></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr lang="en-US"/></a:p></p:txBody></p:sp>'
  + `<p:sp>${BODY} sz="quarter" idx="3"/></p:nvPr></p:nvSpPr><p:spPr>${box(685_800, 4_400_550, 5_486_400, 3_600_450)}</p:spPr>`
  + '<p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:pPr lvl="0"/><a:r><a:rPr lang="en-US"/><a:t>Notes</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld>'
  + '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" '
  + 'hlink="hlink" folHlink="folHlink"/><p:notesStyle><a:lvl1pPr marL="0" algn="l" defTabSz="914400" rtl="0" eaLnBrk="1" latinLnBrk="0" hangingPunct="1">'
  + '<a:defRPr sz="1200" kern="1200"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/><a:cs typeface="+mn-cs"/></a:defRPr>'
  + '</a:lvl1pPr></p:notesStyle></p:notesMaster>';

/** The notes page of a slide, one paragraph for each text. */
export function notesSlide(paragraphs: readonly { text: string; isRightToLeft: boolean }[], language: string): string {
  const written = paragraphs.map(({ text, isRightToLeft }) => `<a:p>${isRightToLeft ? '<a:pPr algn="r" rtl="1"/>' : ''}`
    + `<a:r><a:rPr lang="${xmlText(language)}"/><a:t>${xmlText(text)}</a:t></a:r></a:p>`);
  return `${OPEN}<p:notes ${NAMESPACES}><p:cSld><p:spTree>${GROUP}<p:sp>${IMAGE} idx="2"/></p:nvPr></p:nvSpPr><p:spPr/>`
    + '<p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr lang="en-US"/></a:p></p:txBody></p:sp>'
    + `<p:sp>${BODY} sz="quarter" idx="3"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/>`
    + `${written.join('') || `<a:p><a:endParaRPr lang="${xmlText(language)}"/></a:p>`}</p:txBody></p:sp>`
    + '</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:notes>';
}
