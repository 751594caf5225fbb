import {Box} from 'ink';
import {useState} from 'react';
import {Lines} from '../kit/lines.tsx';
import {TextDialog, textDialogHeight} from '../kit/text-dialog.tsx';
import type {ScreenProps} from '../ports/screen-props.ts';
import {blank, exactly, line, rule, span, type Row} from '../text/rows.ts';
import {signs} from '../text/theme.ts';
import {wrapText} from '../text/wrap.ts';

/** Asks which debate of another process to watch. */
export function Watch({port, columns, rows, exit}: ScreenProps) {
	const [problem, setProblem] = useState<string>();
	const submit = (path: string) => {
		setProblem(undefined);
		const {watch} = port;
		if (watch)
			exit
				.open(() => watch(path))
				.catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
	};
	const body = rows - textDialogHeight();
	return (
		<Box flexDirection="column" width={columns} height={rows}>
			<Lines rows={exactly(watchRows(problem, columns), body)} width={columns} height={body} />
			<TextDialog
				title="Watch"
				hint="enter open · esc back"
				placeholder="the newest debate, or type a path"
				optional
				width={columns}
				onSubmit={submit}
				onKey={name => (name === 'esc' ? exit.leave() : undefined)}
			/>
		</Box>
	);
}

const about = [
	'A debate that another process holds, or that other programs write, is shown here as it grows; what was said so far comes first.',
	'Name its journal (debate.jsonl), the folder of a debate, a DEBATE.md, a duel log (model_duel.jsonl), or the folder of a Builder and Reviewer run (runs/…). Of a folder with several debates, and of your own where you name nothing, it is the newest.',
] as const;

function watchRows(problem: string | undefined, width: number): readonly Row[] {
	const said = about.flatMap(text => [blank, ...wrapText(text, width).map(row => line(row))]);
	const wrong =
		problem === undefined ? [] : [blank, ...wrapText(`${signs.no} ${problem}`, width).map(row => line(row, 'error'))];
	return [rule(width, span('Watch a debate', 'strong')), ...said, ...wrong];
}
