/** What people read for a message's type. */
import type {MessageType} from './events.ts';

const names: Readonly<Record<MessageType, string>> = {
	'session.start': 'the task',
	'session.ack': 'what is reviewed',
	'plan.proposed': 'plan',
	'plan.feedback': 'review of the plan',
	'execution.update': 'report',
	'execution.alert': 'alert',
	'review.decision': 'decision',
	'session.end': 'end of the run',
};

const byType: ReadonlyMap<string, string> = new Map(Object.entries(names));

/** Undefined for what is no message of Builder and Reviewer. */
export const messageName = (type: string): string | undefined => byType.get(type);
