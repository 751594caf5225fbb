import {useInput} from 'ink';
import type {WantedTurn} from '../../debate/events.ts';
import type {Field} from '../../debate/form.ts';
import {nameOfKey} from '../keys.ts';
import {line, type Row} from '../rows.ts';
import {signs} from '../theme.ts';
import {truncate, wrapText} from '../wrap.ts';
import {Dialog} from './dialog.tsx';
import {Lines} from './lines.tsx';
import {PickList} from './pick-list.tsx';
import {TextField} from './text-field.tsx';

export type AskedTurn = WantedTurn & {readonly field: Field};

type Props = {
	readonly wanted: AskedTurn; readonly title: string; readonly note: string; readonly text: string; readonly width: number; /** Lines of words that can be seen. */ readonly lines: number;
	readonly onSay: (text: string) => void; readonly onChange: (text: string) => void; readonly onKey: (key: string) => void;
};

const MOST_LINES = 3;

/** What is asked for, and what is wrong with what was given. */
const askedRows = ({label, wrong}: Field, width: number): readonly Row[] => [
	...wrapText(label, width).slice(0, MOST_LINES).map(text => line(text, 'strong')), ...(wrong === undefined ? [] : [line(truncate(`${signs.notice} ${wrong}`, width), 'warning')]),
];

export const fieldHeight = (field: Field, width: number, lines: number): number => askedRows(field, width).length + (field.choices?.length ?? lines) + 2;

/** One thing of an answer that a person gives: in words or by choice. */
export function FieldDialog(props: Props) {
	const {wanted: {field}, title, note, width, lines, text, onSay, onChange, onKey} = props;
	const rows = askedRows(field, width);
	const hint = field.choices ? '↑↓ or a number · enter takes it · esc look around' : `enter goes on · alt+enter new line · ${width < 78 ? '' : 'PgUp PgDn scroll · '}esc look around`;
	return (
		<Dialog title={title} note={note} hint={hint} width={width} height={fieldHeight(field, width, lines)}>
			<Lines rows={rows} width={width} height={rows.length}/>
			{field.choices ? <Chosen {...props} choices={field.choices}/> : (
				<TextField
					width={width} height={lines} placeholder={field.about ?? 'In your own words.'} initial={text} multiline byLine optional={field.optional === true}
					onSubmit={onSay} onChange={onChange} onKey={onKey}
				/>
			)}
		</Dialog>
	);
}

function Chosen({choices, width, onSay, onKey}: Props & {readonly choices: NonNullable<Field['choices']>}) {
	useInput((input, key) => {
		const name = nameOfKey(input, key);
		if (name === 'esc' || name === 'pgup' || name === 'pgdn') onKey(name);
	});
	return <PickList entries={choices} width={width} height={choices.length} focused leaps={false} onChoose={index => onSay(choices[index]?.value ?? '')}/>;
}
