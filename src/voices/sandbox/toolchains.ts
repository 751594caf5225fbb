/**
 * What of a home a program may read in a sandbox: programs, their libraries and packages, each folder by its name. What
 * a tool keeps beside them, such as its logins and settings, is not there; neither is a folder that nobody named here.
 */
import {existsSync, readdirSync, realpathSync, statSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {isIn, packagesToBind, parentsOf, placeToBind} from './binding.ts';

export {isIn} from './binding.ts';

/** Folders and files in a home, as installers of languages make them; each as a pattern. */
const inHome = [
	'.nvm/{versions,alias,nvm.sh,nvm-exec} .volta/{bin,tools,layout.v4} .fnm/{node-versions,aliases}',
	'.asdf/{bin,shims,installs,plugins,lib,libexec,asdf.sh} .proto/{bin,shims,tools,plugins}',
	'.bun/{bin,install/cache,install/global} .deno/bin .npm-global/{bin,lib} .npm/_cacache',
	'.yarn/{bin,releases,plugins,berry/cache} .config/yarn/global/{node_modules,package.json}',
	'.pyenv/{bin,shims,versions,libexec,plugins,version} .conda/{envs,pkgs}',
	'{miniconda3,anaconda3,miniforge3}/{bin,condabin,lib,envs,pkgs,include,share,ssl,conda-meta,etc/profile.d}',
	'.pixi/{bin,envs} .rbenv/{bin,shims,versions,libexec,plugins,version} .gem/ruby',
	'.rvm/{bin,rubies,gems,scripts,environments,wrappers}',
	'.cargo/{bin,env,registry/src,registry/cache,registry/index,git/db,git/checkouts} .rustup/{toolchains,settings.toml}',
	'go/{bin,pkg/mod} .cache/go-build .nuget/packages',
	'.dotnet/{dotnet,host,sdk,sdk-manifests,shared,packs,templates,tools,store}',
	'.ghcup/{bin,ghc,env} .cabal/{bin,packages,store} .opam/*/{bin,lib,share} .opam/opam-init',
	'.sdkman/{bin,candidates,libexec,src} .jenv/{bin,shims,versions,libexec} .m2/{repository,wrapper}',
	'.gradle/{wrapper/dists,caches/modules-2,caches/jars-*,caches/[0-9]*,jdks}',
	'.juliaup/{bin,juliaup.json,julia-*} .julia/{packages,artifacts,compiled,registries,environments,juliaup}',
	'.local/bin .local/lib/{python*,node_modules} .local/share/fnm/{node-versions,aliases}',
	'.local/share/mise/{installs,shims,plugins} .local/share/uv/{python,tools} .cache/uv',
	'{.local/share,Library}/pnpm/{bin,global,store,nodejs,.tools,pnpm,pnpx}',
	'.nix-profile .local/state/nix/profiles',
	'.linuxbrew/{bin,sbin,Cellar,opt,lib,libexec,include,share,etc/ca-certificates,etc/openssl@*}',
].flatMap(line => line.split(' '));

/** What may hold a login even there, and what of the system is not everybody's; hidden, whoever runs the program. */
const hiddenInHome = [
	'{.npm-global,.nvm/versions/node/*,.volta/tools/image/node/*,.local/share/mise/installs/node/*}/etc/npmrc',
	'{.nvm/versions/node/*,.fnm/node-versions/*/installation}/lib/node_modules/npm/npmrc',
	'{.local/share/fnm/node-versions/*/installation,.asdf/installs/nodejs/*}/etc/npmrc',
	'.cargo/git/db/*/{config,FETCH_HEAD} .cargo/registry/index/*/.git go/pkg/mod/cache/vcs .julia/registries/*/.git',
	'{.asdf,.local/share/mise}/plugins/*/.git {.pyenv,.rbenv}/plugins/*/.git',
	'{.pyenv/versions/*,.local/share/uv/python/*,.conda/envs/*,{miniconda3,anaconda3,miniforge3}/envs/*}/{.condarc,pip.conf}',
	'{.conda,miniconda3,anaconda3,miniforge3}/pkgs/urls{,.txt}',
].flatMap(line => line.split(' '));
const hiddenInSystem = [
	'/etc/{shadow,shadow-,gshadow,gshadow-,krb5.keytab,security/opasswd} /etc/ssl/private /etc/ssh/ssh_host_*_key',
	'/etc/{kubernetes,rancher,wireguard,openvpn,docker,letsencrypt,sudoers.d} /etc/NetworkManager/system-connections',
	'/etc/{netrc,npmrc,pip.conf,msmtprc,ppp} /etc/apt/auth.conf{,.d} /usr/{local/,}etc/npmrc',
].flatMap(line => line.split(' '));

/** What a program's installation outside of homes is made of; databases and settings may lie beside that. */
const ofInstallations = [
	'bin sbin shims lib lib32 lib64 libexec share include src pkg api misc Cellar opt Frameworks',
	'conf jmods legal release VERSION go.env ssl jre node_modules versions installs packs sdk shared host',
].flatMap(line => line.split(' '));

type SearchPlace = {readonly home: string; readonly programs: readonly string[]; readonly folder: string};

/**
 * Paths that exist and may be bound, outer ones first: toolchains, where programs lie, and packages in folders above
 * the work.
 */
export function toolPaths({home, programs, folder}: SearchPlace): string[] {
	const above = parentsOf(folder).flatMap(parent => ['node_modules', '.venv'].map(name => join(parent, name)));
	const paths = [
		...[...found(inHome, home), ...programs.flatMap(path => rootOf(path, home))].filter(
			path => placeToBind(path, home) !== undefined,
		),
		...above.filter(path => packagesToBind(path, home) !== undefined),
	];
	return [...new Set(paths)].toSorted((one, other) => one.length - other.length);
}

/** What is hidden where it lies in something that can be read: files and folders that exist. */
export const hiddenPaths = (home: string): string[] => [...found(hiddenInHome, home), ...found(hiddenInSystem, '/')];

/** What there is at patterns from a folder: `{a,b}` for one of them, `*` for any part of a name. */
const found = (patterns: readonly string[], from: string): string[] =>
	patterns.flatMap(pattern => withoutBraces(pattern)).flatMap(pattern => pathsAt(from, pattern.split('/')));

function withoutBraces(pattern: string): string[] {
	const parts = /^(?<before>[^{]*)\{(?<choices>[^{}]*)\}(?<after>.*)$/u.exec(pattern)?.groups;
	if (!parts) return [pattern];
	const {before = '', choices = '', after = ''} = parts;
	return choices.split(',').flatMap(choice => withoutBraces(`${before}${choice}${after}`));
}

function pathsAt(folder: string, [name, ...rest]: readonly string[]): string[] {
	if (name === undefined) return existsSync(folder) ? [folder] : [];
	if (!name.includes('*')) return pathsAt(join(folder, name), rest);
	const any = new RegExp(`^${name.replaceAll(/[.+?^$()[\]|\\]/gu, String.raw`\$&`).replaceAll('*', '.*')}$`, 'u');
	return namesIn(folder)
		.filter(each => any.test(each))
		.flatMap(each => pathsAt(join(folder, each), rest));
}

/** None where a folder is not there, or not ours to look into. */
function namesIn(folder: string): string[] {
	try {
		return statSync(folder, {throwIfNoEntry: false})?.isDirectory() ? readdirSync(folder) : [];
	} catch (error) {
		if (error instanceof Error && 'code' in error) return [];
		throw error;
	}
}

/** What a folder of programs needs around it: its packages, or its installation where that is not the home itself. */
function rootOf(programs: string, home: string): string[] {
	const parent = dirname(programs);
	if (basename(programs) === '.bin') return [parent];
	if (existsSync(join(parent, 'pyvenv.cfg'))) return [parent];
	const isTool =
		['bin', 'sbin', 'shims'].includes(basename(programs)) && !isIn(home, parent) && dirname(parent) !== parent;
	return isTool && !isIn(parent, home) ? ofInstallations.map(name => join(parent, name)) : [programs];
}

/** A path with its links resolved, if it is there. */
export const realPaths = (paths: readonly string[]): string[] =>
	paths.filter(path => existsSync(path)).map(path => realpathSync(path));
