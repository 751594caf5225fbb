/** Composers for a model duel, by kind of task. */
import type {Composer} from '../request/composer.ts';
import {critique} from './critique.ts';
import {draft} from './draft.ts';
import {revision} from './revision.ts';

export const modelDuel: Readonly<Record<string, Composer>> = {draft, critique, revision};
