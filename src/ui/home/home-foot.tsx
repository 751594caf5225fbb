import {costs, topicOf, type Chosen, type HomeView, type SetHome} from './home-view.ts';
import type {KeyContext} from '../terminal/keys.ts';
import {estimateText} from '../setup/preset-card.ts';
import type {Option} from '../../view/rows.ts';
import {Choice, choiceHeight, TextDialog, textDialogHeight} from '../kit/dialog.tsx';
import {KeyLine} from '../kit/lines.tsx';

const confirmation: readonly Option[] = [
	{label: 'start it', value: 'start'},
	{label: 'not now', value: 'back'},
];

const discarding: readonly Option[] = [
	{label: 'keep it', value: 'back'},
	{label: 'discard it: keeps what was said, cannot be resumed', value: 'discard'},
];

export const homeFootHeight = ({mode}: HomeView): number =>
	mode === 'topic' ? textDialogHeight() : mode === 'confirm' || mode === 'discard' ? choiceHeight(confirmation) : 1;

type HomeFootProps = {
	readonly view: HomeView;
	readonly choice: Chosen | undefined;
	readonly width: number;
	readonly set: SetHome;
	readonly launch: (choice: Chosen, topic: string | undefined) => void;
	readonly discard: (path: string) => void;
	readonly keyContext: KeyContext;
};

/** The foot of the home screen: its keys, the field for a topic, or a confirmation. */
export function HomeFoot({view, choice, width, set, launch, discard, keyContext}: HomeFootProps) {
	if (view.mode === 'topic' && choice && 'preset' in choice) {
		const submit = (own: string) => (costs(choice.preset) ? set({mode: 'confirm', own}) : launch(choice, own));
		return (
			<TextDialog
				title={`A topic for ${choice.preset.name}`}
				hint="enter start · esc back"
				placeholder="something worth arguing about"
				initial={view.typed}
				instead="Keep it in a file, and write @ and its path."
				width={width}
				onSubmit={submit}
				onKey={name => (name === 'esc' ? set({mode: 'list'}) : undefined)}
			/>
		);
	}
	if (view.mode === 'confirm' && choice && 'preset' in choice && choice.preset.estimate) {
		const back = () => set({mode: 'list', own: undefined});
		return (
			<Choice
				title={`This takes ${estimateText(choice.preset.estimate)}`}
				options={confirmation}
				width={width}
				onCancel={back}
				onChoose={answer => (answer === 'start' ? launch(choice, topicOf(choice, view)) : back())}
			/>
		);
	}
	if (view.mode === 'discard' && choice && 'recent' in choice) {
		const {path, title} = choice.recent;
		return (
			<Choice
				title={`Discard “${title}”?`}
				options={discarding}
				width={width}
				onCancel={() => set({mode: 'list'})}
				onChoose={answer => (answer === 'discard' ? discard(path) : set({mode: 'list'}))}
			/>
		);
	}
	return <KeyLine scope="home" keyContext={keyContext} width={width} />;
}
