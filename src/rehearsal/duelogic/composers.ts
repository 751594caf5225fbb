/** Composers for Duelogic, by kind of task. */
import type {Composer} from '../request/composer.ts';
import {interruption, resumption} from './speeches/interruption.ts';
import {digest} from './arbiter/digest.ts';
import {ledger} from './arbiter/ledger.ts';
import {question} from './arbiter/question.ts';
import {interjection} from './arbiter/interjection.ts';
import {introduction} from './arbiter/introduction.ts';
import {crossCheck, judge} from './judge/judge.ts';
import {judgeStance} from './judge/judge-stance.ts';
import {lastWord} from './speeches/last-word.ts';
import {opening} from './speeches/opening.ts';
import {reply} from './speeches/reply.ts';
import {synthesis} from './arbiter/synthesis.ts';
import {wish} from './speeches/interruption-wish.ts';

export const duelogic: Readonly<Record<string, Composer>> = {
	introduction,
	opening,
	reply,
	interruption,
	resumption,
	interjection,
	synthesis,
	judge,
	cross_check: crossCheck,
	wish,
	digest,
	ledger,
	question,
	'last-word': lastWord,
	stance: judgeStance,
};
