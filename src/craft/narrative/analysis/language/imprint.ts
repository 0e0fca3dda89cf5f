/**
 * Recognises the imprint of a paper: its authors, their affiliations and its terms of use. It is printed before or between the text and is never read aloud.
 */

/** Names, addresses and terms stand in the first paragraphs, if anywhere. */
export const IMPRINT_PARAGRAPHS = 24;
/** Longest affiliation or line of addresses. */
const MAX_PLACE_LENGTH = 160;
const MIN_NAMES = 2;

const NAME = /^\p{Lu}[\p{L}’'-]+(?:\s+(?:\p{Lu}\.|de|van|von|der|la|al|\p{Lu}[\p{L}’'-]+)){1,4}[\s*∗†‡§¶#$+,\d]*$/u;
const ADDRESS = /[\w.+-]+\}?@[\w-]+\.\w+/u;
const PLACE = /\b(?:University|Université|Universität|Universidad|College|Institute|Laborator(?:y|ies)|Department|School of|Faculty|Corporation|Inc\.|GmbH|Ltd\.?|Hospital)\b/u;
const TERMS = /^(?:Permission to (?:make|copy|reproduce|reprint)|Copyright\b|©|\(c\)\s|All rights reserved|Reprinted (?:by|from|with)|ISBN\b|ISSN\b|DOI\b|https?:\/\/doi\.org)/iu;
const INDEX_TERMS = /^(?:Categories and Subject|General Terms|Key ?words|Index Terms|CCS Concepts|ACM Reference)\b/iu;
/** `PLDI’09, June 15–20, 2009, Dublin, Ireland.` */
const VENUE = /^\p{Lu}[\p{L}\d ]{1,40}[’' ]\d{2,4},\s+\p{Lu}\p{Ll}+ \d{1,2}(?:\s*[–-]\s*\d{1,2})?, \d{4}\b/u;
const ENDED = /[.!?…]["”’)]*$/u;

/** True for a list of names with the marks of their affiliations, such as `Ada Voss*, Ben Ash†`. */
function isNames(words: string): boolean {
  const names = words.split(/\s*(?:,|;|\n|\band\b|&)\s*/u).filter(Boolean);
  return names.length >= MIN_NAMES && names.every((name) => NAME.test(name)) && (/[*∗†‡§¶#$+\d]/u.test(words) || names.length > MIN_NAMES);
}

/** True for a paragraph of a paper's imprint: its authors, their places and addresses, its terms, its index terms. */
export function isImprint(paragraph: string): boolean {
  const words = paragraph.trim();
  if (TERMS.test(words) || INDEX_TERMS.test(words) || VENUE.test(words)) return true;
  if (ADDRESS.test(words) && words.length <= 2 * MAX_PLACE_LENGTH && !/\b(?:is|are|was|were|has|have|can|will)\b/u.test(words)) return true;
  if (words.length <= MAX_PLACE_LENGTH && PLACE.test(words) && !ENDED.test(words) && !/["“”]/u.test(words)) return /[*∗†‡§¶#$+\d,]|^\p{Lu}[\p{L} ]+$/u.test(words);
  return !ENDED.test(words) && isNames(words);
}
