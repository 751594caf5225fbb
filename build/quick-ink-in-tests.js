// Loaded before the tests, whose screens are drawn by Ink from node_modules: changed as it is in the app.
import {registerHooks} from 'node:module';
import {changed, changedFiles} from './quick-ink.js';

registerHooks({
	load(url, context, nextLoad) {
		const loaded = nextLoad(url, context);
		return changedFiles.test(url) ? {...loaded, source: changed(url, String(loaded.source))} : loaded;
	},
});
