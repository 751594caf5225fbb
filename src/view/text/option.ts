/** One line of a list: what it is called, what stands at its right edge, and what it is, where there is room. */
export type Entry = {readonly label: string; readonly note?: string; readonly about?: string};

/** One of a few things that can be chosen, and what is sent then. */
export type Option = Entry & {readonly value: string};
