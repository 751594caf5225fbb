/**
 * A text as a piece of a pattern that stands for itself, with the flag `u` too. Node has `RegExp.escape` for it from 24
 * on only.
 */
export const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
