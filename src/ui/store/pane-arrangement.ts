/** `own` is the pane of the debate's protocol; `reading` is the text that a person needs to answer a question. */
export type Pane = 'transcript' | 'chairs' | 'moments' | 'own' | 'reading';

/** How the user arranged the panes: by how many steps the side panes were enlarged, and which panes are hidden. */
export type PaneArrangement = {readonly grown: number; readonly hidden: readonly Pane[]};
export const defaultArrangement: PaneArrangement = {grown: 0, hidden: []};
