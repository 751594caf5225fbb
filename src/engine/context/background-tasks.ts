/** Tasks that run concurrently with a debate's script. */
import {DebateOver, DebateSuspended} from './ending.ts';

export type BackgroundTasks = {
	/** Starts a task. If it fails, the debate is aborted with its error. */
	start(task: () => Promise<void>): void;
	/** Resolves when none is running. */
	done(): Promise<void>;
};

export function backgroundTasks(over: AbortController): BackgroundTasks {
	const tasks = new Set<Promise<void>>();
	return {
		start(task) {
			const running = task()
				.catch((error: unknown) => {
					if (!(error instanceof DebateOver || error instanceof DebateSuspended || over.signal.aborted))
						over.abort(error);
				})
				.finally(() => tasks.delete(running));
			tasks.add(running);
		},
		async done() {
			while (tasks.size > 0) await Promise.all(tasks);
		},
	};
}
