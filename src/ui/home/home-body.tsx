import {formatName} from '../../debate/formats/format-names.ts';
import {Box} from 'ink';
import {topicOf, type Chosen, type HomeView} from './home-view.ts';
import {cardRows} from '../setup/preset-card.ts';
import {blank, line, rule, span, type Row} from '../../view/rows.ts';
import {DebateList} from './debate-list.tsx';
import {recentRows} from './recent-card.ts';
import type {Looked} from './use-look.ts';
import {Line, Lines} from '../kit/lines.tsx';

type HomeBodyProps = {
	readonly choices: readonly Chosen[];
	readonly view: HomeView;
	/** What was read of the chosen debate. */
	readonly looked: Looked | undefined;
	readonly width: number;
	readonly height: number;
	readonly onMove: (index: number) => void;
	readonly onChoose: (index: number) => void;
};

const WIDE = 98;
const LIST = 42;
const GAP = 3;

/** The list, and details of the chosen entry: side by side, or one above the other. */
export function HomeBody({choices, view, looked, width, height, onMove, onChoose}: HomeBodyProps) {
	const wide = width >= WIDE;
	const choice = choices[view.chosen];
	const air = wide && height > 16 ? 1 : 0;
	const listHeight = wide ? height - 1 - air : Math.max(2, Math.min(choices.length, Math.ceil((height - 2) / 2)));
	const [listWidth, cardWidth] = wide ? [LIST, width - LIST - GAP] : [width, width];
	const cardHeight = Math.max(0, wide ? height - 1 - air : height - listHeight - 2);
	return (
		<Box flexDirection={wide ? 'row' : 'column'} height={height} columnGap={GAP}>
			<Box flexDirection="column" width={listWidth} height={listHeight + 1 + air} flexShrink={0}>
				<Line
					row={rule(
						listWidth,
						span('Debates', 'strong'),
						choices.length > listHeight ? span(`${view.chosen + 1} of ${choices.length}`, 'dim') : undefined,
					)}
					width={listWidth}
				/>
				{air > 0 ? <Line row={blank} width={listWidth} /> : null}
				<DebateList
					choices={choices}
					chosen={view.chosen}
					width={listWidth}
					height={listHeight}
					focused={view.mode === 'list'}
					onMove={onMove}
					onChoose={onChoose}
				/>
			</Box>
			<Box flexDirection="column" width={cardWidth} height={cardHeight + 1 + air}>
				<Line row={rule(cardWidth, titleOf(choice))} width={cardWidth} />
				{air > 0 ? <Line row={blank} width={cardWidth} /> : null}
				<Lines
					key={view.chosen}
					rows={cardOf(choice, {...view, looked}, cardWidth, cardHeight)}
					width={cardWidth}
					height={cardHeight}
				/>
			</Box>
		</Box>
	);
}

const titleOf = (choice: Chosen | undefined) =>
	span(
		!choice
			? 'Debates'
			: 'preset' in choice
				? `${choice.preset.name} · ${formatName(choice.preset.protocol)}`
				: choice.recent.finished
					? 'Held before'
					: 'Unfinished',
		'strong',
	);

function cardOf(
	choice: Chosen | undefined,
	view: HomeView & Pick<HomeBodyProps, 'looked'>,
	width: number,
	height: number,
): readonly Row[] {
	if (!choice) return [line('No presets, and no unfinished debates.', 'warning')];
	return 'preset' in choice
		? cardRows(choice.preset, topicOf(choice, view), width, height)
		: recentRows(choice.recent, view.looked, width, height);
}
