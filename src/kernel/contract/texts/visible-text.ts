/**
 * Pattern of a text with at least one character that people see and XML can hold: a title of nothing but control, formatting or forbidden
 * characters would be an empty element in a feed.
 */
export const VISIBLE = '[^\\s\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufffe\\uffff]';

const SEEN = new RegExp(VISIBLE, 'u');

export const isVisible = (text: string): boolean => SEEN.test(text);
