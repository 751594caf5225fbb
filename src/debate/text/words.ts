/** Counts runs of characters between white space. */
export const countWords = (text: string): number => text.match(/\S+/gu)?.length ?? 0;
