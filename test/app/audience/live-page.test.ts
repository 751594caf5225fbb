import {createHash} from 'node:crypto';
import {Script} from 'node:vm';
import {expect, it} from 'vitest';
import {livePage} from '../../../src/app/audience/live-page.ts';

it.each([
	['en', 'Where do you stand now?', 'I object'],
	['de', 'Wo stehst du jetzt?', 'Einspruch'],
	['es', '¿Qué piensas ahora?', 'Protesto'],
	['fr', 'Qu’en pensez-vous maintenant ?', 'J’objecte'],
	['zh', '现在你的立场是什么？', '我有异议'],
])('the listeners’ page speaks the language of the debate: %s', (language, asked, objection) => {
	const {html, policy} = livePage('Voting', language);
	const [, script = ''] = /<script>([^]*)<\/script>/u.exec(html) ?? [];
	// It runs, and is the one that the policy lets run.
	expect(() => new Script(script)).not.toThrow();
	expect(policy).toContain(createHash('sha256').update(script).digest('base64'));
	expect(html).toContain(`<html lang="${language}">`);
	expect(script).toContain(asked);
	expect(html).toContain(`>${objection}</button>`);
	const outside = html.replace(/<(script|style)>[^]*<\/\1>/gu, '');
	expect(outside).not.toMatch(/\{\w+\}|undefined/u);
	if (language !== 'en') expect(html).not.toMatch(/I object|Who speaks|Ask a question|Where do you stand/u);
});
