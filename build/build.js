// Bundles src/cli/cli.ts into dist/, split so that a command loads only what it needs.
import {rm} from 'node:fs/promises';
import path from 'node:path';
import {build} from 'esbuild';
import {bundling, entryPoints, plugins} from './bundling.js';

const outdir = path.join(bundling.absWorkingDir, 'dist');
await rm(outdir, {recursive: true, force: true});
await build({...bundling, plugins, entryPoints, outdir});
