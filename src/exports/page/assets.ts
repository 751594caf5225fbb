/** The script and the style of the web page, and their hashes, by which alone the page lets them run. */

/**
 * Plays, seeks, searches and links. It reads only numbers and text of the page's own elements, and writes text, never
 * markup. What needs it is hidden until it runs.
 */
const script = `
'use strict';
(() => {
	const one = id => document.getElementById(id);
	const turns = [...document.querySelectorAll('.turn')];
	const sentences = [...document.querySelectorAll('.s')];
	const words = JSON.parse(document.body.dataset.words || '{}');
	const filled = (text, slots) => text.replace(/\\{(\\w+)\\}/g, (_, name) => String(slots[name] ?? ''));
	const numberOf = (element, name) => Number(element.dataset[name]) || 0;
	const length = numberOf(document.body, 'length');
	const still = matchMedia('(prefers-reduced-motion: reduce)');
	const sound = one('sound');
	const player = document.querySelector('.player');
	let silent = !sound;
	let at = 0, playing = false, before = 0, timer = 0, turn, sentence;

	const clock = ms => {
		const all = Math.floor(ms / 1000), hours = Math.floor(all / 3600);
		const two = number => String(number).padStart(2, '0');
		return (hours ? hours + ':' + two(Math.floor(all / 60) % 60) : Math.floor(all / 60)) + ':' + two(all % 60);
	};
	const lastBegun = (list, name) => {
		let low = 0, high = list.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (numberOf(list[middle], name) <= at) low = middle + 1;
			else high = middle;
		}
		return list[Math.max(0, low - 1)];
	};
	const move = (from, to, state) => {
		if (from === to) return;
		if (from) { from.classList.remove('current'); from.removeAttribute('aria-current'); }
		if (to) { to.classList.add('current'); if (state) to.setAttribute('aria-current', state); }
	};
	const show = follow => {
		const nextTurn = lastBegun(turns, 'start'), nextSentence = lastBegun(sentences, 'at');
		move(turn, nextTurn, 'true');
		move(sentence, nextSentence);
		if (playing && nextTurn && nextTurn !== turn) one('now').textContent = nextTurn.getAttribute('aria-label') || '';
		const moved = nextSentence !== sentence;
		turn = nextTurn;
		sentence = nextSentence;
		one('time').textContent = clock(at) + ' / ' + clock(length);
		const position = one('position');
		position.value = String(Math.round(at / 1000));
		position.setAttribute('aria-valuetext', filled(words.of, {time: clock(at), length: clock(length)}));
		if (follow && moved && sentence)
			sentence.scrollIntoView({block: 'center', behavior: still.matches ? 'auto' : 'smooth'});
	};
	const seek = (ms, follow) => {
		at = Math.min(Math.max(0, ms), length);
		before = document.timeline.currentTime;
		if (!silent) sound.currentTime = at / 1000;
		show(follow);
	};
	const tick = () => {
		const now = document.timeline.currentTime;
		const ms = silent ? at + (now - before) * Number(one('speed').value) : sound.currentTime * 1000;
		at = Math.min(length, sound && sound.ended && !silent ? length : ms);
		before = now;
		show(true);
		if (at >= length) play(false);
		else if (playing) timer = requestAnimationFrame(tick);
	};
	const play = on => {
		playing = on;
		cancelAnimationFrame(timer);
		if (on) {
			if (at >= length) seek(0, false);
			before = document.timeline.currentTime;
			timer = requestAnimationFrame(tick);
		}
		if (!silent && on) sound.play().catch(unheard);
		if (!silent && !on) sound.pause();
		one('play').textContent = on ? words.pause : words.play;
		one('play').setAttribute('aria-pressed', String(on));
		show(false);
	};
	const unheard = error => {
		if (silent || (error && error.name === 'AbortError')) return;
		silent = true;
		sound.hidden = true;
		one('silent').hidden = false;
		before = document.timeline.currentTime;
		one('found').textContent = words.unheard;
	};
	const toTurn = by => {
		const place = Math.min(Math.max(0, turns.indexOf(turn) + by), turns.length - 1);
		const target = turns[place];
		if (!target) return;
		seek(numberOf(target, 'start'), false);
		target.focus({preventScroll: true});
		target.scrollIntoView({block: 'start'});
	};

	let hits = [], chosen = -1;
	const plain = text => text.normalize('NFD').replace(/\\p{M}/gu, '').toLowerCase();
	const search = () => {
		for (const hit of hits) hit.classList.remove('found', 'chosen');
		const wanted = plain(one('search').value.trim());
		hits = wanted === '' ? [] : sentences.filter(each => plain(each.textContent || '').includes(wanted));
		for (const hit of hits) hit.classList.add('found');
		chosen = -1;
		one('hits').hidden = hits.length === 0;
		one('found').textContent = wanted === '' ? '' : filled(words.found[hits.length === 1 ? 0 : 1], {count: hits.length});
	};
	const choose = by => {
		if (hits.length === 0) return;
		if (hits[chosen]) hits[chosen].classList.remove('chosen');
		chosen = chosen < 0 ? (by > 0 ? 0 : hits.length - 1) : (chosen + by + hits.length) % hits.length;
		const hit = hits[chosen];
		hit.classList.add('chosen');
		hit.scrollIntoView({block: 'center'});
		seek(numberOf(hit, 'at'), false);
		one('found').textContent = filled(words.hit, {place: chosen + 1, count: hits.length});
	};
	const theme = () => {
		const root = document.documentElement;
		const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
		root.dataset.theme = dark ? 'light' : 'dark';
	};
	const fromAddress = () => {
		const name = location.hash.slice(1);
		const time = /^t=(\\d+)$/.exec(name);
		if (time) return seek(Number(time[1]) * 1000, true);
		const target = turns.find(each => each.id === name);
		if (!target) return;
		seek(numberOf(target, 'start'), false);
		target.scrollIntoView({block: 'start'});
		target.focus({preventScroll: true});
	};

	one('play').addEventListener('click', () => play(!playing));
	if (sound) {
		sound.addEventListener('error', unheard);
		sound.addEventListener('play', () => { if (!playing) play(true); });
		sound.addEventListener('pause', () => { if (playing && !sound.ended && !silent) play(false); });
		sound.addEventListener('seeked', () => { if (!playing && !silent) { at = sound.currentTime * 1000; show(false); } });
	} else if (!document.body.dataset.read) one('silent').hidden = player.hidden = false;
	document.querySelector('.tools').hidden = false;
	one('position').addEventListener('input', () => seek(Number(one('position').value) * 1000, true));
	one('search').addEventListener('input', search);
	one('search').addEventListener('keydown', event => {
		if (event.key === 'Enter') { event.preventDefault(); choose(event.shiftKey ? -1 : 1); }
		if (event.key === 'Escape') { one('search').value = ''; search(); }
	});
	one('before').addEventListener('click', () => choose(-1));
	one('after').addEventListener('click', () => choose(1));
	one('theme').addEventListener('click', theme);
	addEventListener('hashchange', fromAddress);
	document.addEventListener('click', event => {
		const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
		if (link && link.getAttribute('href') === location.hash) fromAddress();
	});
	document.addEventListener('keydown', event => {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		if (event.target instanceof Element && event.target.closest('input, select, audio')) return;
		const keys = {
			k: () => play(!playing), j: () => seek(at - 10000, true), l: () => seek(at + 10000, true),
			n: () => toTurn(1), p: () => toTurn(-1), t: theme,
			'/': () => one('search').focus(),
		};
		const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
		if (!act || (player.hidden && 'kjl'.includes(event.key))) return;
		event.preventDefault();
		act();
	});
	fromAddress();
})();
`;

/** Light, dark and print, with contrasts of at least 4.5 to 1. */
const style = `
:root{color-scheme:light dark;--ground:#fff;--ink:#1b1b1f;--dim:#55555f;--line:#d5d5dc;--soft:#f3f2ee;--mark:#fff1b8;--now:#e6f0ff;--link:#0b57c2;
--seat1:#0b6a7a;--seat2:#8a1f8a;--seat3:#1d6b2f;--seat4:#7a5200;--seat5:#a31d1d;--seat6:#2f3fa8}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){--ground:#16161a;--ink:#ececf1;--dim:#a9a9b5;--line:#3a3a44;--soft:#202026;--mark:#5a4a00;--now:#1f2f4a;--link:#8ab8ff;
--seat1:#6fd3e3;--seat2:#e79be7;--seat3:#8fd69f;--seat4:#e3c06a;--seat5:#ff9d9d;--seat6:#a9b4ff}}
:root[data-theme=dark]{color-scheme:dark;--ground:#16161a;--ink:#ececf1;--dim:#a9a9b5;--line:#3a3a44;--soft:#202026;--mark:#5a4a00;--now:#1f2f4a;--link:#8ab8ff;
--seat1:#6fd3e3;--seat2:#e79be7;--seat3:#8fd69f;--seat4:#e3c06a;--seat5:#ff9d9d;--seat6:#a9b4ff}
:root[data-theme=light]{color-scheme:light}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0;background:var(--ground);color:var(--ink);font:1.125rem/1.65 Georgia,"Iowan Old Style","Noto Serif",serif;overflow-wrap:break-word}
body>header,main>*,body>footer{max-width:40rem;margin-inline:auto;padding-inline:1.25rem}
body>header,main>.wide{max-width:62rem}
main>section,main>nav{margin-top:3rem}
h1,h2,h3{line-height:1.2;text-wrap:balance}
h1{font-size:clamp(2rem,1.2rem + 3.4vw,3.5rem);margin:.2rem 0 1rem;letter-spacing:-.01em}
h2{font-size:1.5rem;margin:0 0 1rem}
h3{font-size:1.2rem;margin:2.5rem 0 1rem}
a{color:var(--link)}
.kicker,.when,.cast,.note,.how,.score,.who,.at,.voice,.course,.tools,.player,figcaption,table,summary,.note-margin,nav,.moments,body>footer{font-family:system-ui,sans-serif}
.kicker{margin:2.5rem 0 0;font-size:.85rem;font-weight:600;letter-spacing:.08em;text-transform:uppercase;color:var(--dim)}
.standfirst{font-size:1.35rem;line-height:1.45;max-width:40rem;margin:0 0 1.25rem}
.motion{max-width:40rem;margin:0 0 1.5rem;font-style:italic;color:var(--dim)}
.cast{list-style:none;display:flex;flex-wrap:wrap;gap:.4rem 2.5rem;margin:0;padding:.9rem 0;border-block:1px solid var(--line);font-size:.95rem;line-height:1.4}
.cast .voice{display:block;color:var(--dim);font-size:.85rem}
.when,.note,.how,.score,body>footer,figcaption{color:var(--dim);font-size:.9rem}
.note{margin:.25rem 0;max-width:40rem}
button,input,select{font:inherit;color:inherit;background:var(--ground);border:1px solid var(--dim);border-radius:.3rem;padding:.15rem .6rem;min-height:1.9rem}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.player{position:sticky;top:0;z-index:2;max-width:62rem;margin:1rem auto 0;padding:.4rem 1.25rem;background:var(--ground);border-bottom:1px solid var(--line);font-size:.95rem}
.player audio{display:block;width:100%;height:2.75rem}
.bar,.tools{display:flex;flex-wrap:wrap;gap:.4rem .8rem;align-items:center}
.bar label:first-of-type{display:flex;flex:1;align-items:center;gap:.5rem;min-width:8rem}
#position{flex:1;min-width:2rem;padding:0}
#time{white-space:nowrap;font-variant-numeric:tabular-nums}
section li p{margin:.2rem 0}
main>section>p:has(>em:only-child){color:var(--dim);font:.9rem/1.5 system-ui,sans-serif;margin:.5rem 0}
.tools{font-size:.9rem;margin-bottom:1.5rem}
.tools details{flex-basis:100%;order:1}
.course{margin:0}
.course svg{display:block;overflow:visible}
.course text{font-size:13px;fill:var(--dim)}
.course .name{font-weight:600;fill:var(--ink)}
.course rect{fill:var(--dim)}
.course .chapter{stroke:var(--line)}
.course line.moment{stroke:var(--dim);stroke-dasharray:2 3}
.course circle.moment{fill:var(--ground);stroke:var(--ink);stroke-width:1.5}
.course .number{fill:var(--ink);font-size:12px;font-weight:700}
.course .cut{stroke:var(--ink);stroke-width:2}
.course .bolt path{fill:var(--ink);stroke:var(--ground);stroke-width:1}
.course .open{fill:var(--ground);stroke:var(--ink);stroke-width:1.5}
.course .met,.course .given{fill:var(--ink)}
.course .given{font-weight:700}
.course a:hover rect,.course a:hover circle{stroke:var(--link);stroke-width:2}
figcaption span{margin-right:1rem}
.disc{display:inline-block;min-width:1.35em;margin:0!important;border:1.5px solid;border-radius:1em;text-align:center;font-size:.8em;line-height:1.3}
.moments,.chapters{padding-left:1.6rem;font-size:1rem;line-height:1.5}
.moments li,.chapters li{padding:.15rem 0}
.chapters{list-style:none;padding:0;columns:2 22rem}
.chapters li{break-inside:avoid}
.chapters a{display:flex;gap:.8rem;text-decoration:none}
.at{color:var(--dim);font-variant-numeric:tabular-nums;min-width:3.2em}
.hook{margin-block:3.5rem;max-width:46rem}
main>.hook{max-width:48rem}
.hook .lead{color:var(--dim);font-style:italic}
.hook blockquote{margin:1.2rem 0;padding-left:1.2rem;border-left:4px solid var(--line)}
.hook blockquote p{font-size:1.6rem;line-height:1.35;margin:0}
.hook footer{font-family:system-ui,sans-serif;font-size:.95rem}
.turn{margin:1.6rem 0;scroll-margin-top:5rem}
.turn p{margin:0 0 .8rem}
pre{overflow-x:auto;padding:.6rem;background:var(--soft);font-size:.9rem}
main :is(code,.turn a){overflow-wrap:anywhere}
.turn blockquote{margin:0 0 .8rem;padding-left:.9rem;border-left:2px solid var(--dim)}
.turn .who{margin:0 0 .3rem;font-size:.9rem;line-height:1.4}
.who span:not(.sign),.seek{color:var(--dim)}
.seek{font-variant-numeric:tabular-nums}
.turn.current .who{background:var(--now)}
.s.current{background:var(--now)}
.s.found{background:var(--mark)}
.s.chosen{outline:2px solid var(--link)}
.turn .score{font-size:.85rem}
.score a{color:inherit}
sup{line-height:0;font-family:system-ui,sans-serif;font-size:.7em}
.note-margin{margin:0 0 .8rem;padding:.3rem .7rem;border-left:3px solid var(--line);font-size:.85rem;line-height:1.45;color:var(--dim);scroll-margin-top:5rem}
.note-margin:target,tr:target,li:target{background:var(--mark);color:var(--ink)}
.note-margin blockquote{margin:.4rem 0;padding:0;border:0}
.claims{list-style:none;padding:0}
.claims li,tr{scroll-margin-top:5rem}
.claims li{margin-bottom:.8rem}
.how{display:block}
ul:not(.claims)>li>.how{display:inline}
.question{font-size:1.35rem;font-style:italic}
.seat1{--seat:var(--seat1)}.seat2{--seat:var(--seat2)}.seat3{--seat:var(--seat3)}.seat4{--seat:var(--seat4)}.seat5{--seat:var(--seat5)}.seat6{--seat:var(--seat6)}
:is(.who,.cast) :is(strong,.sign){color:var(--seat,var(--ink))}
.course :is(.seat1,.seat2,.seat3,.seat4,.seat5,.seat6){fill:var(--seat)}
.hook blockquote{border-color:var(--seat,var(--line))}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:.85rem;line-height:1.4}
th,td{border-bottom:1px solid var(--line);padding:.35rem .9rem .35rem 0;text-align:left;vertical-align:top;min-width:4.5rem}
.skip,.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip:focus{position:static;width:auto;height:auto;clip-path:none}
body>footer{margin-block:3rem}
@media (min-width:78rem){
.turn{position:relative}
.turn .who{position:absolute;right:calc(100% + 1.5rem);width:10rem;text-align:right;top:.25rem}
.who span:not(.sign),.who .seek{display:block}
.noted{display:grid;grid-template-columns:100% 16rem;column-gap:2rem}
}
@media (max-width:40rem){.bar{flex-wrap:nowrap;gap:.5rem}.bar label:first-of-type{min-width:0}.bar select{padding:.15rem;max-width:4.5rem}.bar label span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.hook blockquote p{font-size:1.3rem}.standfirst{font-size:1.2rem}}
@media print{:root{--ground:#fff;--ink:#000;--dim:#444;--now:transparent}body{font-size:11pt}.player,.tools,.skip,.course~details{display:none}.turn,.course,tr{break-inside:avoid}.turn{break-inside:auto}h2,h3,.who{break-after:avoid}a{color:inherit;text-decoration:none}main>section,main>nav{margin-top:1.5rem}}
`;

/** Hashes are SHA-256 in base64: a test works them out. */
export const pageAssets = {
	script,
	style,
	scriptHash: 'C3TOXA83BZ+zZ3zfk2ymscqA+7V2LCUZCLFoN20x7UM=',
	styleHash: 'uZsx4DplqTS9T5OaNzagyIJ77fWbRM2xj/XOwKMhfTY=',
} as const;
