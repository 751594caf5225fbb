/** How a program is started, and what a sandbox lets it do. */

export type Launch = {readonly command: string; readonly args: readonly string[]};

/** What a program may do. All paths are absolute; those that do not exist are left out. */
export type Confinement = {
	/** Where it works: all of it can be written. */
	readonly folder: string;
	/** What else can be written, such as an agent's own login. */
	readonly writable?: readonly string[];
	/** What else can be read, besides the system and toolchains. */
	readonly readable?: readonly string[];
	/** Without it, only the machine's own loopback is there. */
	readonly network: boolean;
	/** Folders in which programs are looked for: what they need is readable. */
	readonly programs: readonly string[];
	readonly home: string;
	/** With it, the folder can only be read, and nothing of the home is there, not even toolchains or our variables. */
	readonly only?: 'read';
};

export type Sandbox = {
	readonly name: string;
	readonly command: string;
	/** The program with what is allowed and nothing else. */
	readonly confine: (launch: Launch, confinement: Confinement) => Launch;
	/**
	 * The program with all of the user's files, among processes of its own: it sees no other, reads no environment
	 * but its own, and everything it starts ends with it. Absent where the system cannot do that.
	 */
	readonly isolate?: (launch: Launch) => Launch;
};
