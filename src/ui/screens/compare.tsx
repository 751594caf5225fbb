/** Two debates side by side: the other one is chosen first. And the dialogs for a debate's name and one's own. */
import {useEffect, useMemo, useState} from 'react';
import type {OwnNamePort} from '../../app/plan/voice-options.ts';
import type {HeldPort} from '../../app/setup/held-port.ts';
import type {DebateDetails} from '../../app/setup/debate-look.ts';
import {oneLine, reasonOf} from '../../debate/text/words.ts';
import {formatName} from '../../formats/index.ts';
import {comparisonRows, type ComparedDebate} from '../../view/comparison.ts';
import {line} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {costText} from '../board/costs.ts';
import {TextDialog, textDialogHeight} from '../kit/dialog.tsx';
import {Picker} from '../kit/picker.tsx';
import {Reading} from '../kit/reading.tsx';
import type {Action} from '../terminal/key-table.ts';
import {idleContext} from '../terminal/keys.ts';

type CompareProps = {
	readonly held: HeldPort;
	/** The journal or the folder of the one that is compared. */
	readonly path: string;
	readonly width: number;
	readonly height: number;
	readonly onClose: () => void;
};

/** Asks which debate it is compared with, and shows the two. */
export function Compare({held, path, width, height, onClose}: CompareProps) {
	const [other, setOther] = useState<string>();
	const picks = useMemo(
		() =>
			held
				.others()
				.filter(debate => !isSame(debate.path, path))
				.map(debate => ({
					value: debate.path,
					text: oneLine(debate.title),
					note: [...(debate.format === undefined ? [] : [formatName(debate.format)]), debate.when].join(' · '),
				})),
		[held, path],
	);
	if (other !== undefined)
		return <Comparison held={held} paths={[path, other]} width={width} height={height} onClose={onClose} />;
	return (
		<Picker
			title="Compare with"
			placeholder="type to find a debate"
			picks={picks}
			width={width}
			height={height}
			onPick={setOther}
			onCancel={onClose}
		/>
	);
}

/** A debate is named by its folder or by the journal in it. */
const isSame = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);

type ComparisonProps = Omit<CompareProps, 'path'> & {readonly paths: readonly [string, string]};

function Comparison({held, paths, width, height, onClose}: ComparisonProps) {
	const [one, other] = paths;
	const [read, setRead] = useState<readonly [DebateDetails, DebateDetails] | string>();
	useEffect(() => {
		const leaving = new AbortController();
		Promise.all([held.details(one, leaving.signal), held.details(other, leaving.signal)]).then(
			both => (leaving.signal.aborted ? undefined : setRead(both)),
			(error: unknown) => (leaving.signal.aborted ? undefined : setRead(reasonOf(error))),
		);
		return () => leaving.abort();
	}, [held, one, other]);
	const rows =
		read === undefined
			? [line('Reading both…', 'dim')]
			: typeof read === 'string'
				? [line(`${signs.no} ${read}`, 'error')]
				: comparisonRows(comparedOf(read[0]), comparedOf(read[1]), width);
	const act = (action: Action) => (action === 'close' ? onClose() : undefined);
	return (
		<Reading
			title="Side by side"
			rows={rows}
			width={width}
			height={height}
			scope="reading"
			keyContext={idleContext}
			act={act}
		/>
	);
}

const comparedOf = ({state, statistics, facts}: DebateDetails): ComparedDebate => ({
	state,
	statistics,
	facts,
	format: state.start ? formatName(state.start.protocol) : '',
	price: costText(state),
});

/** What is told once a debate has another name. */
export const renamedText = (name: string): string =>
	name === '' ? 'called as what was debated' : `called “${name}” in lists and exports`;

export const renameHeight = textDialogHeight(1);

/** The name that a debate was given, or why it was not; nothing where it was left as it is. */
export type Renamed = {readonly name: string} | {readonly problem: string} | undefined;

type RenameProps = Omit<CompareProps, 'height' | 'onClose'> & {
	/** What it is called now. */ readonly title: string;
	readonly onDone: (done: Renamed) => void;
};

/** Asks what a debate is to be called. */
export function Rename({held, path, title, width, onDone}: RenameProps) {
	const give = (name: string) =>
		held.rename(path, name).then(
			() => onDone({name}),
			(error: unknown) => onDone({problem: reasonOf(error)}),
		);
	return (
		<TextDialog
			title="What is it to be called?"
			hint="enter keep it · empty: as what was debated · esc back"
			placeholder="as what was debated"
			width={width}
			lines={1}
			initial={oneLine(title)}
			optional
			onSubmit={name => void give(name)}
			onKey={name => (name === 'esc' ? onDone(undefined) : undefined)}
		/>
	);
}

type NameProps = {
	readonly person: OwnNamePort;
	readonly width: number;
	readonly lines?: number;
	/** Once it is kept, or cannot be: it is used all the same. */ readonly onName: (name: string) => void;
	readonly onCancel: () => void;
};

/** Asks once what the user is called. */
export function NameDialog({person, width, lines = 1, onName, onCancel}: NameProps) {
	const give = (name: string) => {
		const called = oneLine(name).slice(0, longestName);
		const go = () => onName(called);
		person.keep(called).then(go, go);
	};
	return (
		<TextDialog
			title="What are you called in debates?"
			hint="enter keep it · asked once; settings change it · esc back"
			placeholder="your name, as transcripts and exports have it"
			missing="A name, or Esc."
			width={width}
			lines={lines}
			onSubmit={give}
			onKey={name => (name === 'esc' ? onCancel() : undefined)}
		/>
	);
}

/** As the settings have it, in characters. */
const longestName = 40;
