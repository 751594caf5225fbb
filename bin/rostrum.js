#!/usr/bin/env node
import module from 'node:module';

const [major] = process.versions.node.split('.');
if (Number(major) < 22) {
	console.error(
		`Rostrum needs Node 22 or newer, and this is Node ${process.versions.node}: install a newer Node (https://nodejs.org), or run it with "npm start" in its own folder, which brings one.`,
	);
	process.exitCode = 2;
} else {
	// Before anything of ours is loaded: what was compiled once is not compiled again.
	module.enableCompileCache?.();
	await import('../dist/cli.js');
}
