import type {SpecReview as Review} from '../../debate/formats/adversarial-spec.ts';
import type {SetView, StageExit, StageView} from '../dialogs/stage-view.ts';
import {Columns} from '../screens/columns.tsx';
import {Export} from '../screens/export.tsx';
import type {Action} from '../terminal/key-table.ts';
import {Help} from '../kit/help.tsx';
import {unavailableIn} from '../panes/key-context.ts';
import {SpecReview} from '../screens/spec-review.tsx';
import type {DebateStore} from '../store/debate-store.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {TurnScreen} from '../turn/turn.tsx';

type StageOverlayProps = {
	readonly store: DebateStore;
	readonly view: StageView;
	readonly set: SetView;
	readonly exit: StageExit;
	readonly review: Review | undefined;
	readonly columns: number;
	readonly rows: number;
	readonly act: (action: Action) => void;
};

/** Whether something covers the whole stage. */
export const isCovered = ({overlay}: StageView, store: DebateStore, reviewing: boolean): boolean =>
	reviewing ||
	overlay === 'help' ||
	overlay === 'working' ||
	overlay === 'columns' ||
	(overlay === 'export' && store.session.exports !== undefined);

/**
 * What covers the whole stage: the help, an export, the columns, a turn's details, or else the review of a
 * specification.
 */
export function StageOverlay({store, view, set, exit, review, columns, rows, act}: StageOverlayProps) {
	const reader = useScreenReader() !== undefined;
	const whenClosed = (action: Action) =>
		action === 'close' ? set({overlay: undefined, opened: undefined}) : act(action);
	const size = {width: columns, height: rows};
	if (view.overlay === 'help')
		return (
			<Help
				scope={review ? 'review' : 'stage'}
				unavailable={unavailableIn(store)}
				typing={store.session.live && !review ? (reader ? ['pane-above'] : ['hear']) : undefined}
				{...size}
				act={whenClosed}
			/>
		);
	if (view.overlay === 'export' && store.session.exports)
		return <Export exports={store.session.exports} {...size} act={whenClosed} />;
	if (view.overlay === 'working') return <TurnScreen store={store} first={view.opened} {...size} act={whenClosed} />;
	if (view.overlay === 'columns') return <Columns store={store} {...size} act={whenClosed} />;
	return review ? (
		<SpecReview
			store={store}
			review={review}
			view={view.review}
			set={decided => set({review: decided})}
			{...size}
			redraw={exit.redraw}
			act={action => (action === 'close' ? set({closed: review.question}) : act(action))}
		/>
	) : null;
}
