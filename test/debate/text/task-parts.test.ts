import {describe, expect, it} from 'vitest';
import {taskParts} from '../../../src/debate/prompt.ts';

describe('a task and its parts', () => {
	it('are told apart in the Korean form', () => {
		expect(taskParts('요청: 로그인 재시도 정책을 정리; 대상: 백엔드 팀; 완료기준: 테스트 3개 통과')).toEqual({
			request: '로그인 재시도 정책을 정리',
			target: '백엔드 팀',
			doneWhen: '테스트 3개 통과',
		});
	});

	it('are told apart in English, over lines, in any order, with wide signs', () => {
		expect(
			taskParts('Request: Write a migration plan\nDone when： it can be rolled back；Target: the orders table;'),
		).toEqual({
			request: 'Write a migration plan',
			target: 'the orders table',
			doneWhen: 'it can be rolled back',
		});
	});

	it('keep the semicolons and colons that belong to the text', () => {
		expect(taskParts('요청: a; b: c; 대상: d')).toEqual({request: 'a; b: c', target: 'd'});
	});

	it('are the whole where the task names none, or names no request', () => {
		expect(taskParts('  Explain the target: a cache.  ')).toEqual({request: 'Explain the target: a cache.'});
		expect(taskParts('대상: 팀')).toEqual({request: '대상: 팀'});
	});

	it('take what comes before the first label as the request', () => {
		expect(taskParts('Write a haiku; 완료기준: 17 syllables')).toEqual({
			request: 'Write a haiku',
			doneWhen: '17 syllables',
		});
	});

	it('come together where one is named twice', () => {
		expect(taskParts('요청: a; 요청: b; 대상:')).toEqual({request: 'a\nb'});
	});
});
