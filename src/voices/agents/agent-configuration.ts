/** What in a folder configures coding agents or has them run programs, by its name: any agent's, in any letter case. */

/** Folders and files of agents and of the runtimes that they are built on, at any depth. */
const configuring: readonly RegExp[] = [
	/^\.(?:claude|claude-plugin|opencode|qwen|gemini|codex|cursor|windsurf|goose|continue|agents?|kiro|amazonq)$/iu,
	/^\.(?:junie|trae|kilocode|crush|factory|amp|openhands|zed|copilot|pi|tabnine|codeium|augment)$/iu,
	/^\.(?:aider|roo|cline|goose|augment|cursor|windsurf|codeium|crush)[\w.-]*$/iu,
	/^\.?mcp\.jsonc?$/iu,
	/^(?:opencode|crush)\.jsonc?$/iu,
	/^gemini-extension\.json$/iu,
	/^(?:claude|agents?|gemini|qwen|codex|copilot|crush|warp|jules|goose)(?:\.[\w-]+)?\.md$/iu,
	/^\.rules$/iu,
	// Gemini CLI and Qwen Code take variables from it, and programs made with Bun load both by themselves.
	/^\.env(?:\.(?:local|development|production|test))*$/iu,
	/^bunfig\.toml$/iu,
];

/** In `.github`, what Copilot reads. */
const inGithub = /^(?:copilot.*|instructions|agents|prompts|chatmodes|hooks|skills)$/iu;

/** Programs that an agent's tools for files start: its language servers and formatters come from there. */
const tools = /^(?:node_modules|\.venv|venv)$/iu;

/** What becomes of a path when a folder is copied for an agent, by its parts. */
export type PathKind = 'plain' | 'quoted' | 'left out';

export function kindOfPath(path: readonly string[]): PathKind {
	if (path.some(part => tools.test(part) || /^\.git$/iu.test(part))) return 'left out';
	const configures = path.some(
		(part, at) =>
			configuring.some(name => name.test(part)) || (/^\.github$/iu.test(path[at - 1] ?? '') && inGithub.test(part)),
	);
	return configures ? 'quoted' : 'plain';
}
