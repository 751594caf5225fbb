/** What a motion debate records beside turns, in plain words. */
import type {MotionEvent} from '../../debate/formats/motion.ts';
import type {DebateState} from '../../debate/state.ts';
import {panelText, pointFate, verdictText} from '../../debate/views/motion.ts';
import {speakerOf} from '../../languages/wording.ts';

export function motionLines(state: DebateState, record: MotionEvent): readonly string[] {
	switch (record.type) {
		case 'point':
			return [`[point ${pointFate(record)}] ${speakerOf(state, record.by)}: ${record.point}`];
		case 'answer-check':
			return record.evaded
				? [`[evaded] ${speakerOf(state, state.turns.find(({id}) => id === record.turnId)?.speaker ?? '')}`]
				: [];
		case 'new-claim':
			return record.sentences.map(text => `[new in a closing] ${text}`);
		case 'verdict':
			return [`[verdict] ${verdictText(state, record)}`];
		case 'verdict-panel':
			return [`[verdict] ${panelText(state, record)}`];
		default:
			return record satisfies never;
	}
}
