/** The ways out of one debate: its texts, the recording of its stage, and its sound. */
import type {Configuration} from '../../settings/settings.ts';
import {castFormat} from './export-formats.ts';
import {textExportsOf, type ExportsPort, type StageRecorder} from './exports.ts';

const soundFormat = 'sound';

type ExportMeans = {
	/** Asked when something is to be spoken: settings may have changed since. */
	readonly configure: () => Configuration;
	/** Without it there is no recording. */
	readonly recorder?: StageRecorder | undefined;
};

export function exportsOf(
	journal: string,
	protocol: string | undefined,
	{configure, recorder}: ExportMeans,
): ExportsPort {
	const texts = textExportsOf(journal, protocol);
	const sound = async () => import('../sound/sound-export.ts');
	return {
		formats: [
			...texts.formats,
			...(recorder ? [{id: castFormat, name: 'recording'}] : []),
			{id: soundFormat, name: 'sound'},
		],
		async preview(id) {
			if (id === castFormat && recorder) return recorder.preview(journal);
			if (id === soundFormat) return (await sound()).previewSound(journal, configure());
			return texts.preview(id);
		},
		async write(id, writing) {
			if (id === castFormat && recorder) return {path: await recorder.write(journal, writing)};
			if (id === soundFormat) return (await sound()).writeSpeech(journal, configure(), writing);
			return texts.write(id, writing);
		},
	};
}
