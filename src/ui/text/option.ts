/** One line of a list: what it is called, and what stands at its right edge. */
export type Entry = {readonly label: string; readonly note?: string};

/** One of a few things that can be chosen, and what is sent then. */
export type Option = Entry & {readonly value: string};
