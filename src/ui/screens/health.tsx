/** The health check's screen: everything that a debate needs, each finding as it comes. */
import {useEffect, useState} from 'react';
import {reasonOf} from '../../debate/text/words.ts';
import {Reading} from '../kit/reading.tsx';
import type {Finding} from '../../app/session/health-check.ts';
import type {Action} from '../terminal/key-table.ts';
import {idleContext} from '../terminal/keys.ts';
import type {ScreenProps} from '../app/screen-props.ts';
import {blank, line, withSpoken, row, span, type Row} from '../../view/rows.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {signs, type Tone} from '../../view/theme.ts';
import {truncate, widthOf, wrapText} from '../../view/wrap.ts';
import {Help} from '../kit/help.tsx';

type HealthCheck = {
	readonly findings: readonly Finding[];
	readonly over: boolean;
	readonly seconds: number;
	readonly trouble: string | undefined;
};

const begun: HealthCheck = {findings: [], over: false, seconds: 0, trouble: undefined};

/** Checks everything that a debate needs, and shows each finding as it comes. */
export function Health(props: ScreenProps) {
	const [run, setRun] = useState(0);
	return <Examination key={run} {...props} onAgain={() => setRun(run + 1)} />;
}

/** Runs one check; stops it when the screen is left. */
function Examination({port, columns, rows, exit, onAgain}: ScreenProps & {readonly onAgain: () => void}) {
	const [check, setCheck] = useState(begun);
	const [help, setHelp] = useState(false);
	const heard = useScreenReader() !== undefined;
	useEffect(() => {
		const leaving = new AbortController();
		const ticking = setInterval(() => setCheck(before => ({...before, seconds: before.seconds + 1})), 1000);
		const over = (trouble?: string) => {
			clearInterval(ticking);
			if (!leaving.signal.aborted) setCheck(before => ({...before, over: true, trouble}));
		};
		gather(port, leaving.signal, found =>
			setCheck(before => ({...before, findings: [...before.findings, ...found]})),
		).then(
			() => over(),
			(error: unknown) => over(reasonOf(error)),
		);
		return () => {
			clearInterval(ticking);
			leaving.abort();
		};
	}, [port]);
	const act = (action: Action) => {
		if (action === 'check-again' && check.over) onAgain();
		if (action === 'help') setHelp(true);
		if (action === 'leave') exit.leave();
	};
	if (help)
		return (
			<Help
				scope="health"
				width={columns}
				height={rows}
				act={action => (action === 'close' ? setHelp(false) : act(action))}
			/>
		);
	return (
		<Reading
			title="Health check"
			rows={healthRows(check, columns, heard)}
			width={columns}
			height={rows}
			scope="health"
			keyContext={idleContext}
			act={act}
		/>
	);
}

async function gather(
	{health}: ScreenProps['port'],
	signal: AbortSignal,
	take: (found: readonly Finding[]) => void,
): Promise<void> {
	for await (const found of health?.(signal) ?? []) {
		if (signal.aborted) return;
		take(found);
	}
}

/** If the check itself fails, that is a finding too. A screen reader gets the summary last. */
function healthRows({findings, over, seconds, trouble}: HealthCheck, width: number, heard: boolean): readonly Row[] {
	const bad = findings.filter(({ok}) => ok === false).length + (trouble === undefined ? 0 : 1);
	const verdict = !over
		? {...line(`Checking… ${seconds} s`, 'accent'), spoken: 'Checking…'}
		: bad === 0
			? line(`${signs.yes} All that is needed works.`, 'good')
			: line(`${signs.no} ${bad} ${bad === 1 ? 'thing does' : 'things do'} not work.`, 'error');
	const areas = [...new Set(findings.map(({area}) => area))];
	return [
		...(heard ? [] : [blank, verdict]),
		...areas.flatMap(area => [
			blank,
			line(area, 'strong'),
			...findings.filter(finding => finding.area === area).flatMap(finding => findingRows(finding, width)),
		]),
		...(trouble === undefined
			? []
			: [blank, ...wrapText(`${signs.no} ${trouble}`, width).map(text => line(text, 'error'))]),
		...(heard ? [verdict] : []),
	];
}

const marks = new Map<boolean | null, {readonly sign: string; readonly tone: Tone}>([
	[true, {sign: signs.yes, tone: 'good'}],
	[false, {sign: signs.no, tone: 'error'}],
	[null, {sign: signs.none, tone: 'dim'}],
]);

/** The sign and the name; the finding stands beside them, or below on a narrow screen. */
function findingRows({name, ok, detail}: Finding, width: number): readonly Row[] {
	const {sign, tone} = marks.get(ok) ?? {sign: '', tone: 'plain'};
	const column = width < 70 ? 4 : 26;
	const told = wrapText(detail, width - column);
	const head = `  ${truncate(name, (width < 70 ? width : column) - 6)}`;
	const said = `${ok === false ? 'Error: ' : ''}${name}: ${detail}`;
	if (width < 70)
		return withSpoken(
			[row(span(`  ${sign}`, tone), span(head)), ...told.map(text => line(`${' '.repeat(column)}${text}`, 'dim'))],
			said,
		);
	return withSpoken(
		told.map((text, index) =>
			index === 0
				? row(
						span(`  ${sign}`, tone),
						span(head),
						span(' '.repeat(Math.max(1, column - 3 - widthOf(head)))),
						span(text, ok === false ? 'plain' : 'dim'),
					)
				: line(`${' '.repeat(column)}${text}`, 'dim'),
		),
		said,
	);
}
