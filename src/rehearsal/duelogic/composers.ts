/** Composers for Duelogic, by kind of task. */
import type {Composer} from '../composer.ts';
import {interruption, resumption, lastWord, opening, reply, wish} from './speeches.ts';
import {digest, question, interjection, introduction, synthesis} from './arbiter.ts';
import {ledger, ledgerLook} from '../argument/ledger.ts';
import {closingCheck, crossCheck, judge} from './judge.ts';
import {research, support} from '../argument/citations.ts';
import {judgeStance} from '../argument/judge-stance.ts';

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
	closing_check: closingCheck,
	wish,
	digest,
	ledger,
	ledger_look: ledgerLook,
	research,
	support,
	question,
	'last-word': lastWord,
	stance: judgeStance,
};
