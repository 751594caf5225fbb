/** The draft of a new debate, and how each key changes it. Pure; whether a choice is allowed is up to the port. */
import {
	steps,
	type SetupChoice,
	type SetupDraft,
	type SetupForm,
	type SeatForm,
	type SeatView,
	type ProtocolSetup,
} from '../../app/screens/setup/setup.ts';

export type DraftChange =
	| {readonly do: 'next'}
	| {readonly do: 'back'}
	| {readonly do: 'protocol'; readonly protocol: string}
	| {
			readonly do: 'answer';
			readonly flag: string;
			readonly text: string;
			/** Set if the field is one of several ways to give the subject, and replaces the others. */ readonly way?: true;
	  }
	| {readonly do: 'add'; readonly stance: string}
	| {readonly do: 'remove'; readonly place: number}
	| {readonly do: 'stance'; readonly place: number; readonly stance: string}
	| {readonly do: 'manner'; readonly place: number; readonly manner: string}
	/** Empty for the default voice. */
	| {readonly do: 'voice'; readonly seat: Pick<SeatView, 'id' | 'place'>; readonly voice: string}
	| {readonly do: 'everyone'; readonly voice: string}
	/** An empty value is the default. */
	| {readonly do: 'option'; readonly path: string; readonly value: string};

export const newDraft = (protocol: string): SetupDraft => ({step: 'protocol', protocol, forms: {}});

/** The form of the chosen format, with the values so far. */
export const choiceOf = ({protocol, forms}: SetupDraft, sheet: ProtocolSetup): SetupChoice => ({
	protocol,
	form: forms[protocol] ?? sheet.blank,
});

export function changeDraft(draft: SetupDraft, sheet: ProtocolSetup, change: DraftChange): SetupDraft {
	switch (change.do) {
		case 'next':
			return {...draft, step: steps[steps.indexOf(draft.step) + 1] ?? draft.step};
		case 'back':
			return {...draft, step: steps[steps.indexOf(draft.step) - 1] ?? draft.step};
		case 'protocol':
			return {...draft, protocol: change.protocol};
		default:
			return {
				...draft,
				forms: {...draft.forms, [draft.protocol]: changeForm(choiceOf(draft, sheet).form, sheet, change)},
			};
	}
}

type FormChange = Exclude<DraftChange, {readonly do: 'next' | 'back' | 'protocol'}>;

function changeForm(form: SetupForm, {table}: ProtocolSetup, change: FormChange): SetupForm {
	const {places} = form;
	switch (change.do) {
		case 'answer':
			return {...form, ...(change.way && {way: change.flag}), answers: {...form.answers, [change.flag]: change.text}};
		case 'add':
			return table && places.length < table.most ? {...form, places: [...places, {stance: change.stance}]} : form;
		case 'remove':
			return table && places.length > table.least
				? {...form, places: places.filter((_, index) => index !== change.place)}
				: form;
		case 'stance':
			return withPlace(form, change.place, place => ({...place, stance: change.stance}));
		case 'manner':
			return withPlace(form, change.place, place => given({...place, manner: change.manner}, 'manner'));
		case 'voice':
			return changeVoice(form, change.seat, change.voice);
		case 'everyone':
			return given({...form, everyone: change.voice}, 'everyone');
		case 'option':
			return {...form, options: given({...form.options, [change.path]: change.value}, change.path)};
		default:
			return change satisfies never;
	}
}

function changeVoice(form: SetupForm, {id, place}: Pick<SeatView, 'id' | 'place'>, voice: string): SetupForm {
	if (place === undefined) return {...form, voices: given({...form.voices, [id]: voice}, id)};
	return withPlace(form, place, seat => given({...seat, voice}, 'voice'));
}

const withPlace = (form: SetupForm, place: number, to: (seat: SeatForm) => SeatForm): SetupForm => ({
	...form,
	places: form.places.map((seat, index) => (index === place ? to(seat) : seat)),
});

/** The entries without this one if its value is empty. */
function given<T extends Readonly<Record<string, unknown>>>(entries: T, name: string): T {
	if (entries[name] !== '') return entries;
	const {...rest} = entries;
	Reflect.deleteProperty(rest, name);
	return rest;
}
