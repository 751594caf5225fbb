/** Composers for motion debates, by kind of task. */
import type {Composer} from '../request/composer.ts';
import {judging} from './judging.ts';
import {moderating} from './moderator.ts';
import {speeches} from './speeches.ts';

export const motion: Readonly<Record<string, Composer>> = {...speeches, ...moderating, ...judging};
