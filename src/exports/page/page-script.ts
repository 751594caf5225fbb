/**
 * The script of the web page: plays, seeks, searches and links. It reads only numbers and text of the page's own
 * elements, and writes text, never markup.
 */
export const pageScript = `
'use strict';
(() => {
	const one = id => document.getElementById(id);
	const turns = [...document.querySelectorAll('.turn')];
	const sentences = [...document.querySelectorAll('.s')];
	const numberOf = (element, name) => Number(element.dataset[name]) || 0;
	const length = numberOf(document.body, 'length');
	const still = matchMedia('(prefers-reduced-motion: reduce)');
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
		position.setAttribute('aria-valuetext', clock(at) + ' of ' + clock(length));
		if (follow && moved && sentence)
			sentence.scrollIntoView({block: 'center', behavior: still.matches ? 'auto' : 'smooth'});
	};
	const seek = (ms, follow) => { at = Math.min(Math.max(0, ms), length); before = document.timeline.currentTime; show(follow); };
	const tick = () => {
		const now = document.timeline.currentTime;
		at = Math.min(length, at + (now - before) * Number(one('speed').value));
		before = now;
		show(true);
		if (at >= length) play(false);
		else if (playing) timer = requestAnimationFrame(tick);
	};
	const play = on => {
		playing = on;
		cancelAnimationFrame(timer);
		if (on) {
			if (at >= length) at = 0;
			before = document.timeline.currentTime;
			timer = requestAnimationFrame(tick);
		}
		one('play').textContent = on ? 'Pause' : 'Play';
		one('play').setAttribute('aria-pressed', String(on));
		show(false);
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
		const words = plain(one('search').value.trim());
		hits = words === '' ? [] : sentences.filter(each => plain(each.textContent || '').includes(words));
		for (const hit of hits) hit.classList.add('found');
		chosen = -1;
		one('found').textContent = words === '' ? '' : hits.length + (hits.length === 1 ? ' sentence' : ' sentences');
	};
	const choose = by => {
		if (hits.length === 0) return;
		if (hits[chosen]) hits[chosen].classList.remove('chosen');
		chosen = chosen < 0 ? (by > 0 ? 0 : hits.length - 1) : (chosen + by + hits.length) % hits.length;
		const hit = hits[chosen];
		hit.classList.add('chosen');
		hit.scrollIntoView({block: 'center'});
		seek(numberOf(hit, 'at'), false);
		one('found').textContent = (chosen + 1) + ' of ' + hits.length;
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
		const target = event.target instanceof Element ? event.target : null;
		const button = target && target.closest('.seek');
		if (button) seek(numberOf(button, 'at'), true);
		const link = target && target.closest('.share');
		if (link && navigator.clipboard) navigator.clipboard.writeText(link.href).then(() => {
			one('found').textContent = 'Link copied';
		}, () => { one('found').textContent = 'The address now leads here'; });
	});
	document.addEventListener('keydown', event => {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		if (event.target instanceof Element && event.target.closest('input, select')) return;
		const keys = {
			k: () => play(!playing), j: () => seek(at - 10000, true), l: () => seek(at + 10000, true),
			n: () => toTurn(1), p: () => toTurn(-1), t: theme,
			'/': () => one('search').focus(),
		};
		const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
		if (!act) return;
		event.preventDefault();
		act();
	});
	show(false);
	fromAddress();
})();
`;
