/** One of a few things that can be chosen: what it is called, and what is sent. */
export type Option = {readonly label: string; readonly value: string};
