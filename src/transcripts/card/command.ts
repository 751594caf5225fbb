/** The command on a results card. */
import type {DebateEvent} from '../../debate/events.ts';

type Debated = Pick<Extract<DebateEvent, {type: 'debate-start'}>, 'protocol' | 'preset' | 'subject' | 'seed'>;

/** The longest that is worth typing, in characters. */
const longest = 400;

/**
 * Holds a debate on the same question again, by whatever voices its reader has. Undefined where what is debated lies in
 * a file, a repository or a text that the command cannot name.
 */
export function commandFor({protocol, preset, subject, seed}: Debated): string | undefined {
	if (subject.context !== undefined || subject.source !== undefined || subject.text.includes('\n')) return undefined;
	const command = [
		'rostrum run',
		protocol,
		...(preset === undefined ? [] : [`--preset ${preset.replaceAll('_', '-')}`]),
		`--topic ${quoted(subject.text)}`,
		`--seed ${seed}`,
	].join(' ');
	return command.length > longest ? undefined : command;
}

/** For the shells of Unix; double quotes where nothing in the text means something between them. */
const quoted = (text: string): string =>
	/["$`\\!]/u.test(text) ? `'${text.replaceAll("'", String.raw`'\''`)}'` : `"${text}"`;
