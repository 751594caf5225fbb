import {fillIn, type Form} from '../../src/debate/form.ts';

/** What a form comes to, or asks for next, after these answers. */
export function answered(form: Form, ...said: string[]): unknown {
	const {next} = fillIn(
		form,
		said.map((text, place) => ({call: `#${place + 1}`, text})),
	);
	return 'value' in next ? next.value : 'asks' in next ? next.asks : next;
}
