import {useEffect, useState} from 'react';
import type {SetupPort} from '../ports/port.ts';
import {briefFacts, factsOf} from './setup-rows.ts';
import {line, type Row} from '../text/rows.ts';
import {signs} from '../text/theme.ts';
import {wrapText} from '../text/wrap.ts';
import {Picker} from '../kit/picker.tsx';

type VoicePickerProps = {
	readonly port: SetupPort;
	readonly title: string;
	readonly current: string;
	/** What it is without a voice of its own. */
	readonly otherwise: string;
	readonly problem: string | undefined;
	readonly width: number;
	readonly height: number;
	readonly onPick: (voice: string) => void;
	readonly onCancel: () => void;
};

type VoiceSearch = Awaited<ReturnType<SetupPort['voices']>> & {readonly seconds: number; readonly asking: boolean};
const begun: VoiceSearch = {voices: [], troubles: [], seconds: 0, asking: true};

/** Who is to speak: every voice that was found, with what it takes and costs, or one that is written out. */
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
	const [{voices, troubles, seconds, asking}, set] = useState(begun);
	useEffect(() => {
		let left = false;
		const ticking = setInterval(() => set(before => ({...before, seconds: before.seconds + 1})), 1000);
		const found = (next: Partial<VoiceSearch>) => {
			clearInterval(ticking);
			if (!left) set(before => ({...before, ...next, asking: false}));
		};
		port
			.voices()
			.then(found, (error: unknown) => found({troubles: [error instanceof Error ? error.message : String(error)]}));
		return () => {
			left = true;
			clearInterval(ticking);
		};
	}, [port]);
	const picks = [
		{value: '', text: otherwise},
		...voices.map(voice => ({
			value: voice.voice,
			text: voice.voice,
			note: briefFacts(voice),
			about: [voice.about, factsOf(voice)].filter(text => text !== '').join(` ${signs.separator} `),
		})),
	];
	const notes: readonly Row[] = asking
		? [
				{
					...line(`  asking servers for their models … ${seconds} s`, 'accent'),
					spoken: 'Asking servers for their models …',
				},
			]
		: troubles
				.flatMap(trouble => wrapText(`${signs.notice} ${trouble}`, width))
				.slice(0, 3)
				.map(text => line(text, 'warning'));
	return (
		<Picker
			title={title}
			picks={picks}
			placeholder="part of a name, or provider:model"
			asWritten={text => ({
				value: text,
				text: `“${text}”, as written`,
				about: 'A voice is written provider:model, http://host:port/v1#model, agent:name or rehearsal.',
			})}
			notes={notes}
			initial={current}
			{...(problem !== undefined && {problem})}
			width={width}
			height={height}
			onPick={onPick}
			onCancel={onCancel}
		/>
	);
}
