/** Words as a listener counts them. */
export const countWords = (text: string): number => text.match(/\S+/gu)?.length ?? 0;
