/** The arbiter's patterns: welcome, interjections and closing. */
import type {Family} from '../sentence-writer.ts';
import phrases from '../../../data/rehearsal/phrases-arbiter.json' with {type: 'json'};

/** The welcome and the closing, part by part, in speaking order. */
export const {introductionFamilies, synthesisFamilies} = phrases;

/** Interjections by violation: what is wrong, the quoted words, and the chance to put it right. */
export const interjections: Readonly<
	Record<string, {readonly fault: Family; readonly heard: Family; readonly chance: Family}>
> = phrases.interjections;
