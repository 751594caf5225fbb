/** Listeners: the address of their page as a code for cameras, their votes and their questions. */
import {Box} from 'ink';
import {useState} from 'react';
import type {AudienceLook, AudiencePort} from '../../app/session/session.ts';
import {loopbackPlace} from '../../app/audience/place.ts';
import {swingOf} from '../../debate/audience.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {plural} from '../../languages/wording.ts';
import {swingRows} from '../../view/audience.ts';
import {blank, exactly, line, row, rule, sideBySide, span, type Row} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {wrapText} from '../../view/wrap.ts';
import {KeyLine, Line, Lines} from '../kit/lines.tsx';
import {type CoveringProps, type DebateStore, useDebate} from '../stage/debate-store.ts';
import type {Action} from '../terminal/key-table.ts';
import {idleContext, type KeyContext} from '../terminal/keys.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {useKeys} from '../terminal/use-keys.ts';

type AudienceScreenProps = CoveringProps & {readonly audience: AudiencePort};

const GAP = 3;
/** The least that a line of text beside the code can be read in. */
const NARROWEST = 36;

/** What the user sees of the listeners, and does for them. A debate that waits for them goes on when it is closed. */
export function AudienceScreen({store, audience, width, height, act}: AudienceScreenProps) {
	useDebate(store);
	const reader = useScreenReader() !== undefined;
	// By its id: the order changes while the user looks.
	const [marked, setMarked] = useState<string>();
	const [trouble, setTrouble] = useState<string>();
	const look = audience.look();
	const questions = look?.questions ?? [];
	const place = Math.max(
		0,
		questions.findIndex(({id}) => id === marked),
	);
	const chosen = questions[place];
	const run = (what: Promise<void>) => what.catch((error: unknown) => setTrouble(reasonOf(error)));
	const doing: Partial<Record<Action, () => unknown>> = {
		up: () => setMarked(questions[Math.max(0, place - 1)]?.id),
		down: () => setMarked(questions[Math.min(questions.length - 1, place + 1)]?.id),
		'open-audience': () => run(audience.open(loopbackPlace)),
		'close-vote': () => run(audience.closeVote()),
		'let-in': () => chosen && run(audience.decide(chosen.id, 'let-in')),
		refuse: () => chosen && run(audience.decide(chosen.id, 'refused')),
	};
	const waits = isWaiting(store);
	const keyContext = contextOf(look, questions.length, waits);
	useKeys('audience', keyContext, action => {
		if (action === 'close' && waits) store.act({action: 'resume'});
		if (doing[action]) doing[action]();
		else act(action);
	});
	const told = [
		...(trouble === undefined ? [] : [line(`${signs.no} ${trouble}`, 'error'), blank]),
		...(waits ? [line('The debate waits for listeners. esc begins it.', 'accent'), blank] : []),
		...(look ? lookRows(look, chosen?.id) : closedRows),
		...swingRows(swingOf(store.state.audience), Math.min(roomFor(look, width), 72)),
	];
	const body = Math.max(1, height - 3);
	const rows = look ? withCode(look, told, width, body, reader) : wrapped(told, width);
	return (
		<Box flexDirection="column" width={width} {...(reader ? {} : {height})}>
			<Line row={rule(width, span('Listeners', 'strong'))} width={width} />
			<Lines rows={exactly(rows, reader ? rows.length : body)} width={width} height={reader ? rows.length : body} />
			<Line row={rule(width, span(''))} width={width} />
			<KeyLine scope="audience" keyContext={keyContext} width={width} />
		</Box>
	);
}

/** Whether it was stopped before its first word, for those who come. */
const isWaiting = ({session, state, paused}: DebateStore): boolean =>
	session.live && paused && state.turns.every(({text}) => text === '');

const contextOf = (look: AudienceLook | undefined, questions: number, waits: boolean): KeyContext => ({
	...idleContext,
	hints: waits ? {close: 'begin'} : {},
	unavailable: [
		...(look ? ['open-audience'] : []),
		...(look?.open === undefined ? ['close-vote'] : []),
		...(questions > 0 ? [] : ['let-in', 'refuse']),
	],
});

const closedRows = [
	line('Nobody listens: no page is served.'),
	line('o serves one for this machine. For a network, begin with --audience lan.', 'dim'),
];

function lookRows(look: AudienceLook, chosen: string | undefined): readonly Row[] {
	const {address, reach, listening, open, voted, questions} = look;
	const votes =
		open === undefined
			? 'No vote is open.'
			: `The vote ${open} the debate is open: ${plural(voted[open], 'vote')}. Where they stand is told when it is closed.`;
	return [
		line(address, 'strong'),
		line(reach, 'dim'),
		blank,
		row(span(`${listening} listening`, 'accent')),
		line(votes),
		blank,
		...(questions.length > 0 ? [line('Questions', 'strong')] : []),
		...questions.map(({id, text, count}) =>
			row(
				span(`${id === chosen ? signs.chosen : ' '} ${signs.up}${count} `, id === chosen ? 'chosen' : 'dim'),
				span(text, id === chosen ? 'strong' : 'plain'),
			),
		),
		...(questions.length > 0 ? [blank] : []),
	];
}

/** Columns for what is told: beside the code, where that leaves enough. */
function roomFor(look: AudienceLook | undefined, width: number): number {
	const beside = width - (look?.qr[0]?.length ?? 0) - GAP;
	return beside >= NARROWEST ? beside : width;
}

/** The code beside what is told where both fit, else above it, and left out where it would not be whole. */
function withCode(
	look: AudienceLook,
	told: readonly Row[],
	width: number,
	height: number,
	reader: boolean,
): readonly Row[] {
	const {qr} = look;
	const size = qr[0]?.length ?? 0;
	const code = qr.map((text): Row => ({...row(span(text, 'code-for-cameras')), spoken: ''}));
	const beside = roomFor(look, width);
	if (reader || size === 0 || qr.length > height) return wrapped(told, width);
	if (beside < width) {
		const right = wrapped(told, beside);
		const rows = Math.max(code.length, right.length);
		return sideBySide(exactly(code, rows), exactly(right, rows), [size, beside], GAP);
	}
	return size <= width && code.length + told.length <= height
		? [...code, blank, ...wrapped(told, width)]
		: wrapped(told, width);
}

/** Rows of one piece of text are wrapped; a question goes on under itself. */
const wrapped = (rows: readonly Row[], width: number): readonly Row[] =>
	rows.flatMap((each): readonly Row[] => {
		const [first, second, ...more] = each.spans;
		if (first && !second) return wrapText(first.text, width).map(text => ({...each, ...line(text, first.tone)}));
		if (!first || !second || more.length > 0) return [each];
		const [top = '', ...rest] = wrapText(second.text, width - first.text.length);
		const indent = ' '.repeat(first.text.length);
		return [row(first, span(top, second.tone)), ...rest.map(text => row(span(indent), span(text, second.tone)))];
	});
