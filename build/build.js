// Bundles src/cli/cli.ts into dist/, split so that a command loads only what it needs.
import {rm} from 'node:fs/promises';
import path from 'node:path';
import {build} from 'esbuild';
import {bundling, entryPoints, plugins} from './bundling.js';
import {bundleStart} from './start-bundles.js';

const outdir = path.join(bundling.absWorkingDir, 'dist');
await rm(outdir, {recursive: true, force: true});
const {metafile} = await build({...bundling, plugins, entryPoints, outdir, metafile: true});
await bundleStart(outdir, metafile.outputs);
