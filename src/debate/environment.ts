/** Variables of the process's environment, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;
