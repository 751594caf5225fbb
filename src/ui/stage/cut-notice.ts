/** A cut, for the second in which it is new: it takes the rule above the transcript. */
import {interruptionNames} from '../../languages/wording.ts';
import {displayOf} from '../../view/participants.ts';
import type {DebateStore} from '../store/debate-store.ts';
import {span, type Row} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {truncate, widthOf} from '../../view/wrap.ts';

/** Undefined once the second is over. */
export function cutNotice({signs: live, state}: DebateStore, width: number): Row | undefined {
	const {recentCut} = live;
	if (!recentCut) return undefined;
	const {interrupter, interrupted, reason} = recentCut;
	const names = [interrupter, interrupted].map(id => displayOf(state, id).name);
	const text = truncate(` ${signs.cut} ${names[0]} cuts in on ${names[1]} · ${interruptionNames[reason]}`, width);
	return {spans: [span(text + ' '.repeat(Math.max(0, width - widthOf(text))), 'found')]};
}
