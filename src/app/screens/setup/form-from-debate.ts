/** Fills in a setup form from an earlier debate: its subject, seats and config. Pure. */
import type {Participant, Subject} from '../../../debate/events.ts';
import type {SetupForm, SeatForm, ProtocolSetup} from './setup.ts';
import {valueAt, written} from './config-fields.ts';
import {told, type SetupData, type TableData} from '../../../formats/setup.ts';

export type HeldDebate = {
	readonly config: unknown;
	readonly subject: Subject;
	readonly participants: readonly Participant[];
	/** Ids of the speakers, in order. */
	readonly speakers: readonly string[];
};

/** Every seat explicitly keeps its voice. */
export function formFromDebate(
	{config, subject, participants, speakers}: HeldDebate,
	sheet: ProtocolSetup,
	{answers, table}: SetupData,
): SetupForm {
	const said = (answers ?? ((_, about) => told(about)))(config, subject);
	const voiceOf = new Map(participants.filter(({voice}) => voice !== 'outside').map(({id, voice}) => [id, voice]));
	const atTable = table === undefined ? [] : speakers;
	return {
		way: sheet.ways.find(({flag}) => said[flag] !== undefined)?.flag ?? sheet.ways[0].flag,
		answers: said,
		places:
			table === undefined
				? []
				: placesIn(config, table).map((place, index) => ({...place, ...voice(voiceOf.get(speakers[index] ?? ''))})),
		voices: Object.fromEntries([...voiceOf].filter(([id]) => !atTable.includes(id))),
		options: Object.fromEntries(
			sheet.fields.flatMap(({path, standard}) => {
				const value = path.startsWith('--') ? standard : written(valueAt(config, path.split('.')));
				return value === standard ? [] : [[path, value]];
			}),
		),
	};
}

const voice = (name: string | undefined): Pick<SeatForm, 'voice'> => (name === undefined ? {} : {voice: name});

/** The entries of a config's list of speakers. */
export function placesIn(config: unknown, {path, field, manner}: TableData): SeatForm[] {
	const list = valueAt(config, [path]);
	return (Array.isArray(list) ? list : []).map((entry: unknown): SeatForm => {
		const how = manner === undefined ? undefined : valueAt(entry, [manner]);
		return {
			stance: written(field === undefined ? entry : valueAt(entry, [field])),
			...(typeof how === 'string' && {manner: how}),
		};
	});
}
