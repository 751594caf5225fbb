import type {SetupPort} from '../../app/session/session.ts';
import {briefFacts, factsOf} from './setup-rows.ts';
import {line, type Row} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {wrapText} from '../../view/wrap.ts';
import {Picker, type Pick} from '../kit/picker.tsx';
import {useVoiceSearch, type VoiceSearch} from './use-voice-search.ts';

type VoicePickerProps = {
	readonly port: SetupPort;
	readonly title: string;
	readonly current: string;
	/** The label for no voice of its own. */
	readonly otherwise: string;
	readonly problem: string | undefined;
	readonly width: number;
	readonly height: number;
	readonly onPick: (voice: string) => void;
	readonly onCancel: () => void;
};

/** Picks the voice of a seat: one that was found, with its limits and prices, or one that is written out. */
export function VoicePicker({
	port,
	title,
	current,
	otherwise,
	problem,
	width,
	height,
	onPick,
	onCancel,
}: VoicePickerProps) {
	const search = useVoiceSearch(port);
	return (
		<Picker
			title={title}
			picks={[{value: '', text: otherwise}, ...search.voices.map(pickOf)]}
			placeholder="part of a name, or provider:model"
			asWritten={text => ({
				value: text,
				text: `“${text}”, as written`,
				about: 'A voice is written provider:model, http://host:port/v1#model, agent:name or rehearsal.',
			})}
			notes={noteRows(search, width)}
			initial={current}
			{...(problem !== undefined && {problem})}
			width={width}
			height={height}
			onPick={onPick}
			onCancel={onCancel}
		/>
	);
}

const pickOf = (voice: VoiceSearch['voices'][number]): Pick => ({
	value: voice.voice,
	text: voice.voice,
	note: briefFacts(voice),
	about: [voice.about, factsOf(voice)].filter(text => text !== '').join(` ${signs.separator} `),
});

/** That servers are still being asked; then what went wrong. */
const noteRows = ({troubles, seconds, asking}: VoiceSearch, width: number): readonly Row[] =>
	asking
		? [
				{
					...line(`  asking servers for their models… ${seconds} s`, 'accent'),
					spoken: 'Asking servers for their models…',
				},
			]
		: troubles
				.flatMap(trouble => wrapText(`${signs.notice} ${trouble}`, width))
				.slice(0, 3)
				.map(text => line(text, 'warning'));
