/** The check before a debate starts: who answers, and what is to become of a seat whose voice does not. */
import {Box} from 'ink';
import {useEffect, useReducer, useState} from 'react';
import type {SeatReach, StartAnswer, StartDialog, StartMeans} from '../../app/plan/start-check.ts';
import {blank, exactly, line, row, rule, span, type Option, type Row} from '../../view/rows.ts';
import {humanize} from '../../languages/wording.ts';
import {signs} from '../../view/theme.ts';
import {truncate, widthOf, wrapText} from '../../view/wrap.ts';
import {Choice, choiceHeight} from '../kit/dialog.tsx';
import {Lines} from '../kit/lines.tsx';
import {useGlobalKeys} from '../terminal/use-keys.ts';
import {estimateText} from '../setup/preset-card.ts';
import {VoicePicker} from './voice-picker.tsx';

type StartQuestion = {
	readonly silent: SeatReach;
	readonly means: StartMeans;
	readonly answer: (answer: StartAnswer) => void;
};

/** What the debate costs with the voices that were chosen meanwhile. */
type CostQuestion = {
	readonly text: string;
	/** A cheaper voice for some of it. */ readonly proposal: string | undefined;
	readonly answer: (agrees: boolean) => void;
};

/** A server on this machine of which nobody knows who pays for it. */
type PayerQuestion = {readonly address: string; readonly answer: (payer: PayerAnswer) => void};
type PayerAnswer = Awaited<ReturnType<NonNullable<StartDialog['payer']>>>;

/** What a debate that somebody else wrote would do. */
type TrustQuestion = {readonly lines: readonly string[]; readonly answer: (trusts: boolean) => void};

/** What the screen shows: the voices as far as they are, and the one that the user is asked about, or the cost. */
export type StartProgress = {
	readonly voices: readonly SeatReach[];
	readonly question?: StartQuestion;
	readonly cost?: CostQuestion;
	readonly payer?: PayerQuestion;
	readonly trust?: TrustQuestion;
};

/** A check that is over sooner is not shown, in milliseconds. */
const noticeableMs = 250;

/** A dialog that `show`s its progress: at once where it asks, otherwise once the check has taken a moment. */
export function startDialog(show: (progress: StartProgress | undefined) => void): {
	readonly dialog: StartDialog;
	/** Takes the progress away. */ readonly close: () => void;
} {
	let voices: readonly SeatReach[] = [];
	let isShown = false;
	let timer: NodeJS.Timeout | undefined;
	const reveal = (asked: Omit<StartProgress, 'voices'> = {}) => {
		isShown = true;
		// It would take a question away that is asked meanwhile.
		clearTimeout(timer);
		show({voices, ...asked});
	};
	const asking = async <T,>(question: (answer: (given: T) => void) => Omit<StartProgress, 'voices'>): Promise<T> =>
		new Promise(resolve => {
			const answer = (given: T) => {
				reveal();
				resolve(given);
			};
			reveal(question(answer));
		});
	return {
		dialog: {
			show(now) {
				voices = now;
				if (isShown) return reveal();
				if (voices.some(({is}) => is === 'asking')) timer ??= setTimeout(reveal, noticeableMs);
			},
			ask: async (silent, means) => asking<StartAnswer>(answer => ({question: {silent, means, answer}})),
			payer: async address => asking<PayerAnswer>(answer => ({payer: {address, answer}})),
			trust: async lines => asking<boolean>(answer => ({trust: {lines, answer}})),
			agree: async (expected, of) =>
				asking<boolean>(answer => ({
					cost: {
						text:
							of === 'debate'
								? `This takes ${estimateText(expected)}`
								: `All of it would take ${estimateText(expected)}; the rest takes less`,
						proposal: expected.proposal,
						answer,
					},
				})),
		},
		close() {
			clearTimeout(timer);
			isShown = false;
			show(undefined);
		},
	};
}

type StartCheckProps = {readonly progress: StartProgress; readonly columns: number; readonly rows: number};

/** From this height on, there is room for blank rows. */
const AIRY = 20;

/** The voices of the debate that is about to start, and below them the question about one of them. */
export function StartCheck({progress, columns: width, rows: height}: StartCheckProps) {
	const {voices, question, cost, payer, trust} = progress;
	const [picking, setPicking] = useState<SeatReach>();
	if (trust) return <TrustCheck trust={trust} width={width} height={height} />;
	if (question && picking === question.silent)
		return (
			<VoicePicker
				title={`Who speaks instead of ${picking.voice}?`}
				find={question.means.voices}
				check={question.means.check}
				current={picking.instead[0] ?? ''}
				width={width}
				height={height}
				onPick={voice => question.answer({do: 'voice', voice})}
				onCancel={() => setPicking(undefined)}
			/>
		);
	const asked = question ? optionsFor(question.silent) : cost ? costOptions : payer ? payerOptions : [];
	const foot = asked.length > 0 ? Math.min(height - 4, choiceHeight(asked)) : 0;
	const body = height - foot;
	const head = [rule(width, span('Before it starts', 'brand')), ...(height >= AIRY ? [blank] : [])];
	const about = question
		? silentRows(question.silent, width, height)
		: textRows(payer ? payerText(payer.address) : cost?.proposal, width);
	const room = Math.max(1, body - head.length - about.length);
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Lines
				rows={exactly([...head, ...voiceRows(voices, width, room, question?.silent.voice), ...about], body)}
				width={width}
				height={body}
			/>
			{question ? (
				<Choice
					key={question.silent.voice}
					title={`${truncate(question.silent.voice, width - 22)} does not answer`}
					options={asked}
					width={width}
					onCancel={() => question.answer({do: 'cancel'})}
					onChoose={value => choose(value, question, () => setPicking(question.silent))}
				/>
			) : cost ? (
				<Choice
					title={truncate(cost.text, width - 4)}
					options={costOptions}
					width={width}
					onCancel={() => cost.answer(false)}
					onChoose={value => cost.answer(value === 'start')}
				/>
			) : payer ? (
				<PayerChoice key={payer.address} payer={payer} width={width} />
			) : null}
		</Box>
	);
}

function PayerChoice({payer: {answer}, width}: {readonly payer: PayerQuestion; readonly width: number}) {
	return (
		<Choice
			title="Price unknown: who pays for it?"
			options={payerOptions}
			width={width}
			onCancel={() => answer('cancel')}
			onChoose={value => answer(payerOptions.find(option => option.value === value)?.value ?? 'cancel')}
		/>
	);
}

type TrustCheckProps = {readonly trust: TrustQuestion; readonly width: number; readonly height: number};

/** All that it would do, or no way to say yes: what is not in sight cannot be agreed to. */
function TrustCheck({trust: {lines, answer}, width, height}: TrustCheckProps) {
	const about = [notOurs, ...lines].flatMap(text => wrapText(text, width).map(part => line(part)));
	const isWhole = about.length < height - choiceHeight(trustOptions);
	const options = isWhole ? trustOptions : leaveOption;
	const body = Math.max(1, height - choiceHeight(options));
	const rows = isWhole ? about : wrapText(tooLong, width).map(text => line(text, 'warning'));
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Lines
				rows={exactly([rule(width, span('Before it acts', 'brand')), ...rows], body)}
				width={width}
				height={body}
			/>
			<Choice
				title="Let this debate act?"
				options={options}
				width={width}
				onCancel={() => answer(false)}
				onChoose={value => answer(value === 'trust')}
			/>
		</Box>
	);
}

const notOurs =
	'Your Rostrum did not write this debate, or it was changed since. If it goes on, it does what its journal says:';
const tooLong =
	'Your Rostrum did not write this debate, or it was changed since. What it would do is more than fits here: "rostrum resume" with its folder shows all of it and asks.';
const leaveOption: readonly Option[] = [{label: 'not now: nothing was asked or run', value: 'back'}];
const trustOptions: readonly Option[] = [...leaveOption, {label: 'let it act', value: 'trust'}];

/** As the home screen and the setup ask. */
const costOptions: readonly Option[] = [
	{label: 'start it', value: 'start'},
	{label: 'not now: nothing was spent', value: 'back'},
];

function choose(value: string, {answer}: StartQuestion, pick: () => void): void {
	if (value === 'pick') return pick();
	if (value === 'retry') return answer({do: 'retry'});
	answer(value === 'cancel' ? {do: 'cancel'} : {do: 'voice', voice: 'rehearsal'});
}

const optionsFor = ({seats}: SeatReach): readonly Option[] => [
	{label: 'Retry', value: 'retry'},
	{label: 'Another voice', value: 'pick'},
	{
		label: `${seats.length === 1 ? 'Rehearse this seat' : `Rehearse these ${seats.length} seats`}: no model speaks`,
		value: 'rehearse',
	},
	{label: 'Cancel: nothing was spent', value: 'cancel'},
];

/** The words that explain why, below the list. */
function silentRows({says, seats}: SeatReach, width: number, height: number): readonly Row[] {
	const named = seats
		.map(({id, framework}) => (framework === undefined ? id : `${id} (${humanize(framework)})`))
		.join(', ');
	return [
		...(height >= AIRY ? [blank] : []),
		...wrapText(`${signs.no} ${says}`, width).map(text => line(text, 'error')),
		...wrapText(`It would speak as ${named}.`, width).map(text => line(text, 'dim')),
	];
}

const textRows = (about: string | undefined, width: number): readonly Row[] =>
	about === undefined ? [] : wrapText(about, width).map(text => line(text, 'dim'));

const payerText = (address: string): string =>
	`${address} is on this machine, but does not say which program it is: it may hand on what it is asked to somebody who is paid. The answer is kept as the setting "payers".`;

/** What may be paid for is never what Enter starts by itself. */
const payerOptions: readonly (Option & {readonly value: PayerAnswer})[] = [
	{label: 'not now: nothing was spent', value: 'cancel'},
	{label: 'nobody: start it, it is free', value: 'nobody'},
	{label: 'somebody, at a price that is not known: start it', value: 'somebody'},
];

const states: Readonly<Record<SeatReach['is'], {readonly tone: 'good' | 'error' | 'warning' | 'dim'}>> = {
	answers: {tone: 'good'},
	here: {tone: 'good'},
	slow: {tone: 'warning'},
	asking: {tone: 'dim'},
	silent: {tone: 'error'},
};

/** A row a voice: its sign, its name, how many seats it has, and how far it is. */
function voiceRows(
	voices: readonly SeatReach[],
	width: number,
	room: number,
	asked: string | undefined,
): readonly Row[] {
	const longest = Math.max(0, ...voices.map(({voice}) => widthOf(voice)));
	const name = Math.min(longest, Math.floor(width / 2));
	const shown = voices.length > room ? voices.filter(({is, voice}) => is !== 'here' || voice === asked) : voices;
	return shown.slice(0, room).map(({voice, is, says, seats}) => {
		const {tone} = states[is];
		const sign = is === 'silent' ? signs.no : is === 'asking' || is === 'slow' ? signs.empty : signs.yes;
		const words = is === 'silent' ? 'does not answer' : says;
		const left = `${sign} ${truncate(voice, name).padEnd(name)}  `;
		const count = `  ${seats.length} ${seats.length === 1 ? 'seat' : 'seats'}`;
		return {
			...row(
				span(left, tone),
				span(truncate(words, Math.max(4, width - widthOf(left) - widthOf(count))), is === 'silent' ? 'error' : 'plain'),
			),
			right: [span(count, 'dim')],
		};
	});
}

type WaitingProps = {
	readonly subscribe: (listener: (progress: StartProgress) => void) => () => void;
	readonly first: StartProgress;
	readonly columns: number;
	readonly rows: number;
	readonly onAbandon: () => void;
};

/** The check on a screen of its own, for a command that has no other yet. */
export function StartCheckScreen({subscribe, first, columns, rows, onAbandon}: WaitingProps) {
	const [progress, set] = useReducer((_: StartProgress, next: StartProgress) => next, first);
	useEffect(() => subscribe(set), [subscribe]);
	useGlobalKeys({abandon: onAbandon, redraw() {}});
	return <StartCheck progress={progress} columns={columns} rows={rows} />;
}
