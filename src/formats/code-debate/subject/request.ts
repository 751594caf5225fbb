/** What a subject is requested by: on the command line, or in the title of a file opened by the other side. Pure. */
import {z} from 'zod';

/** A review that another agent wrote of it. */
const review = z.string().min(1).optional();

export const SubjectRequest = z.discriminatedUnion('kind', [
	z.object({kind: z.literal('commit'), revision: z.string().min(1), review}),
	/** Without a range: what is changed in the working tree. */
	z.object({kind: z.literal('diff'), range: z.string().min(1).optional(), review}),
	z.object({kind: z.literal('pull-request'), number: z.int().positive(), review}),
	z.object({kind: z.literal('files'), paths: z.array(z.string().min(1)).min(1), review}),
	z.object({kind: z.literal('review'), path: z.string().min(1)}),
	z.object({kind: z.literal('text'), text: z.string().min(1)}),
]);
export type SubjectRequest = z.infer<typeof SubjectRequest>;

const workingTree = 'changes in the working tree';

/** The title of a subject; `about` is a commit's or pull request's own first line. */
export const titleOf = (request: SubjectRequest, about = ''): string =>
	`${plainTitle(request, about)}${'review' in request && request.review !== undefined ? ` (review ${request.review})` : ''}`;

function plainTitle(request: SubjectRequest, about: string): string {
	const told = about === '' ? '' : `: ${about.replaceAll(/\s+/gu, ' ').trim()}`;
	switch (request.kind) {
		case 'commit':
			return `commit ${request.revision}${told}`;
		case 'diff':
			return request.range === undefined ? workingTree : `diff ${request.range}`;
		case 'pull-request':
			return `pull request #${request.number}${told}`;
		case 'files':
			return `files ${request.paths.join(', ')}`;
		case 'review':
			return `review ${request.path}`;
		case 'text':
			return request.text.replaceAll(/\s+/gu, ' ').trim().slice(0, 200);
		default:
			return request satisfies never;
	}
}

/** Parses a title written by `titleOf`; any other title is a text request. */
export function requestIn(title: string): SubjectRequest {
	const {plain, review: path} = /^(?<plain>.*) \(review (?<review>[^()]+)\)$/u.exec(title)?.groups ?? {};
	const request = requestFor(plain ?? title);
	return path === undefined || request.kind === 'review' || request.kind === 'text'
		? request
		: {...request, review: path};
}

function requestFor(title: string): SubjectRequest {
	const revision = /^commit (?<revision>[0-9a-f]{7,64})\b/u.exec(title)?.groups?.['revision'];
	if (revision !== undefined) return {kind: 'commit', revision};
	if (title === workingTree) return {kind: 'diff'};
	const range = /^diff (?<range>[\w./@^~{}-]+\.{2,3}[\w./@^~{}-]*|[\w./@^~{}-]+)$/u.exec(title)?.groups?.['range'];
	if (range !== undefined) return {kind: 'diff', range};
	const number = /^pull request #(?<number>\d+)\b/u.exec(title)?.groups?.['number'];
	if (number !== undefined) return {kind: 'pull-request', number: Number(number)};
	const paths = /^files (?<paths>.+)$/u.exec(title)?.groups?.['paths'];
	if (paths !== undefined) return {kind: 'files', paths: paths.split(', ')};
	const path = /^review (?<path>\S+)$/u.exec(title)?.groups?.['path'];
	return path === undefined ? {kind: 'text', text: title} : {kind: 'review', path};
}
