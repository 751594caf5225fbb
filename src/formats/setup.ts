/** What a protocol brings to the setup of a debate, beside the described fields of its config: data, not screens. */
import type {SetupQuestion, SeatStance} from '../debate/form.ts';
import type {Subject} from '../debate/events.ts';
import type {OwnFiles} from './user-file.ts';

export type SetupData = {
	/** The ways to say what is debated, and what may be said beside it. */
	readonly ways: readonly [SetupQuestion, ...SetupQuestion[]];
	readonly beside?: readonly SetupQuestion[];
	readonly table?: TableData;
	/** What a debate that was held was told at the start, where that is more than a topic and a context. */
	readonly answers?: (config: unknown, subject: Subject) => Readonly<Record<string, string>>;
};

/**
 * The list in the config that has an entry a seat: objects whose `field` names the stance, or the stances themselves.
 */
export type TableData = {
	readonly path: string;
	readonly field?: string;
	readonly noun: string;
	/** Those of the protocol and those the user has added. */
	readonly stances: (files: OwnFiles) => readonly SeatStance[];
	/** The field in which an entry says how whoever sits there speaks. */
	readonly manner?: string;
};

export const topic: SetupQuestion = {
	flag: '--topic',
	label: 'Topic',
	about:
		'What is debated. A file is named with @ before its path: its first line is the topic, and all of it is told beforehand.',
	takes: 'text',
};
/** The documents that chairs may argue from. */
export const sources: SetupQuestion = {
	flag: '--sources',
	label: 'Sources',
	about: 'Documents to argue from: files, folders or globs, with blanks between. Every quotation is checked.',
	takes: 'files',
	optional: true,
};
/** The server that is asked for more of them. */
export const search: SetupQuestion = {
	flag: '--search',
	label: 'Search',
	about: 'The address of a search server (SearXNG), which is asked for pages to argue from: off where it is empty.',
	takes: 'text',
	optional: true,
};
export const context: SetupQuestion = {
	flag: '--context',
	label: 'Context',
	about: 'What all are told beforehand, or @ and the path of a file that says it.',
	takes: 'lines',
	optional: true,
};
/** The fields of a debate that may be hosted as a show. */
export const showFields = [
	['podcastMode.enabled', 'Host it as a show'],
	['podcastMode.showName', 'Name of the show'],
] as const;
const plain: SetupData = {ways: [topic], beside: [context]};

/** What is asked of a protocol that brings nothing of its own. */
export const setupOf = (own: SetupData | undefined): SetupData => own ?? plain;

/** What every debate was told at the start. */
export const told = ({text, context: more, source}: Subject): Readonly<Record<string, string>> => ({
	[topic.flag]: text,
	...(source !== undefined ? {[context.flag]: `@${source}`} : more !== undefined && {[context.flag]: more}),
});
