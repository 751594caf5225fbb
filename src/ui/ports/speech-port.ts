/** The sound of a debate that is spoken while it is shown. */
export type SpeechPort = {
	/** Whether it sounds; `trouble` is why it went silent by itself. */
	readonly state: () => {readonly isOn: boolean; readonly trouble?: string};
	readonly turn: (on: boolean) => void;
};
