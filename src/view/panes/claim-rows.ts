/** What the results of a Duelogic debate show of its ledger: how many claims of each chair were met. */
import type {DebateState} from '../../debate/state.ts';
import {claimsByChair} from '../../debate/views/claims.ts';
import {displayOf} from '../debate/participant-display.ts';
import {blank, line, row, span, type Row} from '../text/rows.ts';
import {wrapText} from '../text/wrap.ts';

/** Open claims that are named for each chair: the latest ones. */
const mostNamed = 3;

export function claimRows(state: DebateState, width: number): readonly Row[] {
	const chairs = claimsByChair(state);
	if (chairs.length === 0) return [];
	return [
		blank,
		line('Claims', 'strong'),
		...chairs.flatMap(({seat, claims}) => {
			const {sign, tone, name} = displayOf(state, seat.id);
			const open = claims.filter(({status}) => status === 'open');
			const granted = claims.filter(({settled}) => settled?.granted === true).length;
			const figures = ` · ${claims.length} made, ${claims.length - open.length} met${granted > 0 ? `, ${granted} granted` : ''}, ${open.length} not answered`;
			return [
				row(span(`${sign} ${name}`, tone), span(figures, 'dim')),
				...open
					.slice(-mostNamed)
					.flatMap(({claim}) => wrapText(`“${claim}”`, Math.max(20, width - 4)).map(text => row(span(`    ${text}`)))),
			];
		}),
	];
}
