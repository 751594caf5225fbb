/** The list of voices while servers are still asked: what is there can be seen and chosen, and stays marked. */
import {expect, test} from 'vitest';
import type {FindVoices, VoiceSearch} from '../../../src/app/voices/voice-choices.ts';
import {halted, sampleDebate} from '../support/sample-debate.ts';
import {samplePort, sampleSession, sampleVoices} from '../support/sample-port.ts';
import {show} from '../support/show.tsx';

const running = () => sampleSession([], {events: halted(sampleDebate(), 100)});
const free = {input: 0, output: 0};
const always = [
	{voice: 'human', about: 'a person at this keyboard', price: free},
	{voice: 'rehearsal', about: 'rehearsal, no model', price: free},
];

/** A search whose first voices come at once, and the others when `finish` is called. */
function slowSearch() {
	const late = Promise.withResolvers<VoiceSearch>();
	const find: FindVoices = async soFar => {
		soFar?.({voices: always, troubles: []});
		return late.promise;
	};
	const finish = () =>
		late.resolve({voices: [{voice: 'openrouter:late/model', about: 'Late', price: free}, ...always], troubles: []});
	return {find, finish};
}

test('voices that are always there can be chosen while servers are asked', async () => {
	const kept: string[] = [];
	const {find} = slowSearch();
	const keep = async (voice: string) => {
		kept.push(voice);
		return undefined;
	};
	const app = show({port: samplePort(running, {voices: sampleVoices({find, keep})})});
	await app.sees('enter start');
	await app.press('v');
	await app.sees('asking servers for their models');
	await app.sees('rehearsal, no model');
	await app.press('rehearsal');
	await app.press('\r');
	await app.sees('enter start');
	expect(kept).toEqual(['rehearsal']);
	app.close();
});

test('what is marked stays marked when models come in above it', async () => {
	const {find, finish} = slowSearch();
	const app = show({port: samplePort(running, {voices: sampleVoices({find})})});
	await app.sees('enter start');
	await app.press('v');
	await app.sees('rehearsal, no model');
	await app.press('\u001B[B\u001B[B');
	await app.sees('❯ rehearsal');
	finish();
	await app.sees('openrouter:late/model');
	expect(app.text()).toMatch(/❯ rehearsal/u);
	app.close();
});
