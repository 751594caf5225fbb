/** Who comes to a debate as its responder, and who comes too late. */
import {UsageError} from '../../debate/usage-error.ts';
import {holdResponder, readDebateFile} from '../../formats/code-debate/host/debate-file.ts';
import {parseDebate} from '../../formats/code-debate/file.ts';

/**
 * Takes the responder's place, which is free once: neither may a process of ours hold it, nor somebody have responded
 * already. Throws `UsageError`.
 */
export async function takeResponder(file: string, side: 'A' | 'B' | undefined): Promise<void> {
	const responded = parseDebate(readDebateFile(file)?.text ?? '').sections.find(
		({kind, signature}) => kind === 'response' && signature?.role === 'B',
	);
	const tool = responded?.signature?.tool;
	// Who names the side knows that the one who had it is gone.
	if (responded && side === undefined) throw bothTaken(file, tool === undefined ? 'has responded' : `is ${tool}`);
	if (!(await holdResponder(file))) throw bothTaken(file, 'is another process');
}

const bothTaken = (file: string, who: string): UsageError =>
	new UsageError({
		what: `Both sides of this debate are taken: Agent B ${who}`,
		value: file,
		from: 'the command line',
		todo: 'Follow it with "rostrum watch", or name another file.',
	});
