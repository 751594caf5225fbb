/** What the settings screen needs of the world. */
import type {Option} from '../../view/text/option.ts';

/** A setting, or a provider's key. */
export type SettingRow = {
	/** As the command line knows it. */
	readonly name: string;
	/** As the screen calls it. */
	readonly label: string;
	readonly about: string;
	/** What it may be, in words. */
	readonly may: string;
	/** As it is shown; a secret is masked. */
	readonly value: string;
	/** The variable, the file or "default", as the user knows it. */
	readonly from: string;
	/** Where something goes before the file, a change here does not show until that is taken away. */
	readonly kind: 'flag' | 'environment' | 'file' | 'default';
	/** What an edit begins with; empty where the value is masked. */
	readonly initial: string;
	/** Typed unseen. */
	readonly secret: boolean;
	/** All that it may be, where that is a few words. */
	readonly choices: readonly Option[];
	/** May be left empty. */
	readonly optional?: boolean;
	/** Commands, flags and variables that set it. */
	readonly ways: readonly string[];
	/** What is wrong with its value, or what it lacks to be of use. */
	readonly wrong?: string;
};

/** A rejected promise is what the user is told; nothing has changed then. */
export type SettingsPort = {
	/** The file that changes are kept in. */
	readonly file: string;
	readonly read: () => Promise<readonly SettingRow[]>;
	/** Keeps a value, or takes it away where it is undefined; resolves with what the user should know beside. */
	readonly change: (name: string, value: string | undefined) => Promise<string | undefined>;
};
