/** The recorder of the stage for the app, which stands below the screens. What draws is loaded when it is asked for. */
import type {StageRecorder} from '../../app/files/exports.ts';

export const stageRecorder: StageRecorder = {
	preview: async journal => (await import('./cast.ts')).previewCast(journal),
	write: async (journal, writing) => (await import('./cast.ts')).writeCast(journal, writing),
};
