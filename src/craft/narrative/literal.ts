const SPECIAL = /[.*+?^${}()|[\]\\]/gu;

/** A pattern that matches exactly this text, for use in a regular expression. */
export const literal = (text: string): string => text.replace(SPECIAL, '\\$&');
