/** Whom a debate waits for, what with, how much thinking has come of it (in characters), and for how many milliseconds. */
export type WaitingFor = {readonly participant: string; readonly purpose: string; readonly thinking: number; readonly for: number};
