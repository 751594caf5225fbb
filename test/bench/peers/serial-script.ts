/** What somebody writes in an afternoon: three chairs, eight exchanges and one judge, one request after the other. */
import type {Message} from '../../../src/debate/protocol.ts';

/** Sends messages and gives the answer; `json` asks for a verdict. */
type Ask = (model: string, messages: readonly Message[], json: boolean) => Promise<string>;

const frameworks = ['utilitarian', 'virtue ethics', 'deontological'];

export async function serialScript(ask: Ask, topic: string, exchanges = 8): Promise<void> {
	const system: Message = {
		role: 'system',
		content: `This is a debate on “${topic}” between three chairs who argue from a ${frameworks.join(', a ')} view. Each turn has 150 to 300 words, restates an opponent’s claim fairly before it objects, admits a limit of its own view, and argues from its own framework.`,
	};
	const transcript: Message[] = [];
	const speak = async (who: string, model: string, task: string): Promise<Message> => {
		const prompt: Message = {role: 'user', content: `You are ${who}. ${task}`};
		const text = await ask(model, [system, ...transcript, prompt], false);
		const turn: Message = {role: 'user', content: `${who}: ${text}`};
		transcript.push(turn);
		return turn;
	};
	await speak('the host', 'host', 'Open the show: welcome, chairs, proposition, ground rules.');
	for (const [index, framework] of frameworks.entries())
		await speak(`the ${framework} chair`, `model-${index + 1}`, 'State your position.');
	for (let exchange = 1; exchange <= exchanges; exchange++)
		for (const [index, framework] of frameworks.entries()) {
			await speak(
				`the ${framework} chair`,
				`model-${index + 1}`,
				`Exchange ${exchange} of ${exchanges}. Reply to the others.`,
			);
			const verdict: Message = {
				role: 'user',
				content:
					'You are the judge. Score the last turn from 0 to 100 for fairness to opponents, self-critique, loyalty to its framework and honesty. Answer with JSON: {"scores": {"fairness": 0, "selfCritique": 0, "framework": 0, "honesty": 0}, "reason": "one sentence"}.',
			};
			await ask('judge', [system, ...transcript, verdict], true);
		}
	await speak('the host', 'host', 'Close the show: what each chair brought, what stays open, thanks.');
}
