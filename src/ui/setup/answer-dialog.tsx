import {Box} from 'ink';
import {useReducer} from 'react';
import {exactly, line, type Row} from '../../view/rows.ts';
import {answer, pathIn, sharedBeginning} from './setup-act.ts';
import type {SetupController} from './use-setup.ts';
import type {Item} from './setup-view.ts';
import {truncate} from '../../view/wrap.ts';
import {Lines} from '../kit/lines.tsx';
import {TextDialog, textDialogHeight} from '../kit/dialog.tsx';

type AnswerDialogProps = {
	readonly item: Extract<Item, {is: 'ask'}>;
	readonly setup: SetupController;
	readonly width: number;
	readonly lines: number;
};
/**
 * `seed` is the text that the field was last given and `times` how often it was given one; `suggestion` indexes the
 * suggested topics.
 */
type AnswerView = {
	readonly seed: string;
	readonly times: number;
	readonly text: string;
	readonly suggestion: number;
	readonly paths: readonly string[];
};
const change = (view: AnswerView, next: Partial<AnswerView>): AnswerView => ({
	...view,
	...next,
	...(next.seed !== undefined && {times: view.times + 1, text: next.seed}),
});

/** The field and a row for paths that complete its text. */
export const answerDialogHeight = (lines: number): number => textDialogHeight(lines) + 1;

/** A text answer: typed, pasted or read from a file. Arrows suggest topics, Tab completes paths. */
export function AnswerDialog({item, setup, width, lines}: AnswerDialogProps) {
	const {ask, way} = item;
	const {sheet, choice, port, set} = setup;
	const given = choice.form.answers[ask.flag] ?? '';
	const [view, to] = useReducer(change, {seed: given, times: 0, text: given, suggestion: -1, paths: []});
	const suggestions = way && ask.flag === '--topic' ? sheet.suggestions : [];
	const complete = () => {
		const at = pathIn(view.text, ask);
		const paths = at ? port.complete(at.path, ask.takes) : [];
		const longer = sharedBeginning(paths);
		to({paths: paths.length > 1 ? paths : [], ...(at && longer.length > at.path.length && {seed: at.before + longer})});
	};
	// Enter takes the suggestion as shown.
	const submit = (text: string) => answer(item, text === '' ? (suggestions[0] ?? '') : text, setup);
	const suggest = (by: number) => {
		const suggestion = (view.suggestion + by + suggestions.length) % suggestions.length;
		to({suggestion, seed: suggestions[suggestion] ?? ''});
	};
	const keys: Readonly<Record<string, () => void>> = {
		esc: () => set({open: undefined}),
		tab: complete,
		...(suggestions.length > 0 && {down: () => suggest(1), up: () => suggest(view.suggestion < 0 ? 0 : -1)}),
	};
	const files =
		ask.takes !== 'text' && ask.takes !== 'lines'
			? ['tab completes']
			: ['--topic', '--context'].includes(ask.flag)
				? ['@path: a file']
				: [];
	const hint = ['enter confirm', 'esc back', ...(suggestions.length > 0 ? ['↑↓ suggestions'] : []), ...files].join(
		' · ',
	);
	return (
		<Box flexDirection="column" width={width} height={answerDialogHeight(lines)}>
			<Lines rows={exactly(pathRows(view, width), 1)} width={width} height={1} />
			<TextDialog
				anew={view.times}
				title={ask.label}
				hint={hint}
				placeholder={suggestions[0] ?? ask.about}
				width={width}
				lines={lines}
				initial={view.seed}
				{...(files[0]?.startsWith('@') === true && {instead: 'Keep it in a file, and write @ and its path.'})}
				multiline={ask.takes === 'lines'}
				optional={ask.optional === true || suggestions.length > 0}
				onChange={text => to({text, paths: []})}
				onSubmit={submit}
				onKey={key => keys[key]?.()}
			/>
		</Box>
	);
}

/** The completions of a path. */
function pathRows({paths}: AnswerView, width: number): readonly Row[] {
	return paths.length === 0
		? []
		: [line(truncate(`  ${paths.map(path => path.replace(/^.*\/(?=.)/u, '')).join('  ')}`, width), 'dim')];
}
