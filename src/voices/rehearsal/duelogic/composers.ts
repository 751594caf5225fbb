/** What Duelogic asks for, kind by kind. */
import type {Composer} from '../request/stage.ts';
import {interruption, resumption} from './cutting-in.ts';
import {digest} from './digest.ts';
import {interjection} from './interjection.ts';
import {introduction} from './introduction.ts';
import {judge} from './judge/judge.ts';
import {judgeStance} from './judge/judge-stance.ts';
import {opening} from './opening.ts';
import {reply} from './reply.ts';
import {synthesis} from './synthesis.ts';
import {wish} from './wish.ts';

export const duelogic: Readonly<Record<string, Composer>> = {
	introduction,
	opening,
	reply,
	interruption,
	resumption,
	interjection,
	synthesis,
	judge,
	wish,
	digest,
	stance: judgeStance,
};
