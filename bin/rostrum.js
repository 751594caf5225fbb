#!/usr/bin/env node
const [major] = process.versions.node.split('.');
if (Number(major) < 22) {
	console.error(
		`Rostrum needs Node 22 or newer, and this is Node ${process.versions.node}: install a newer Node (https://nodejs.org), or run it with "npm start" in its own folder, which brings one.`,
	);
	process.exitCode = 2;
} else {
	await import('../dist/cli.js');
}
