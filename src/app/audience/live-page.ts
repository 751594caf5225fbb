/**
 * The page of listeners while a debate is held. It looks as the published page does, and is filled by the stream, with
 * text alone and never with markup.
 */
import {createHash} from 'node:crypto';
import {longestQuestion} from '../../debate/audience.ts';
import {escapeMarkup} from '../../debate/text/intake.ts';
import {pageAssets} from '../../exports/page/assets.ts';
import {episodeWords} from '../../languages/find.ts';
import {fillSlots, type EpisodeWords} from '../../languages/language.ts';
import {stanceText} from '../../languages/wording.ts';
import type {ServedPage} from './serve.ts';

/** The script: what the stream says becomes text of elements, what the listener does becomes a request. */
const scriptIn = ({live, article}: EpisodeWords): string => {
	const words = {...live, sides: article.audience.sides, swung: article.audience.title};
	return `\n'use strict';\nconst words = ${JSON.stringify(words).replaceAll('<', String.raw`\u003c`)};${script}`;
};

const script = `
const told = (text, slots) => text.replace(/\\{(\\w+)\\}/g, (_, slot) => slots[slot]);
(() => {
	const one = id => document.getElementById(id);
	const made = (name, text, kind) => {
		const element = document.createElement(name);
		if (text) element.textContent = text;
		if (kind) element.className = kind;
		return element;
	};
	const turns = new Map(), sentences = new Map();
	let last = 0, heardAt = Date.now(), source, catching = true, arrived = false, latest, votes = false, mine = {questions: []}, current, room = {};
	const named = (element, {sign, name}, about) => {
		const mark = made('span', sign, 'sign');
		mark.setAttribute('aria-hidden', 'true');
		const strong = made('strong', name);
		strong.dir = 'auto';
		element.append(mark, sign ? ' ' : '', strong, ' ', made('span', about));
		return element;
	};
	const following = () => innerHeight + scrollY > document.body.scrollHeight - 120;
	const toLive = () => { scrollTo({top: document.body.scrollHeight}); one('live').hidden = true; };

	const shows = {
		start(item) {
			document.title = item.title;
			one('title').textContent = item.title;
			one('format').textContent = item.format;
			one('talk').lang = item.language;
			votes = item.votes;
			one('chairs').replaceChildren(...item.chairs.map(chair => named(made('li', '', chair.seat), chair, chair.part)));
		},
		part(item) { one('talk').append(made('h2', item.name)); },
		turn(item) {
			const turn = made('article', '', 'turn ' + item.seat);
			const who = named(made('p', '', 'who'), item, [item.part, item.kind].filter(Boolean).join(' · '));
			const said = made('p', '', 'said');
			turn.append(who, said);
			turn.setAttribute('aria-label', item.name);
			one('talk').append(turn);
			turns.set(item.turn, {turn, said, name: item.name, spoken: ''});
		},
		said(item) {
			const to = turns.get(item.turn);
			if (!to || sentences.has(item.turn + ' ' + item.offset)) return;
			const parts = item.text.split(/\\n\\s*\\n/);
			parts.forEach((part, index) => {
				if (index > 0) { to.said = made('p', '', 'said'); to.turn.append(to.said); }
				if (part.trim() === '') return;
				const sentence = made('span', part, 's');
				to.said.append(sentence);
				if (!sentences.has(item.turn + ' ' + item.offset)) sentences.set(item.turn + ' ' + item.offset, sentence);
				sentence.dataset.turn = item.turn;
				sentence.dataset.offset = item.offset;
				latest = sentence;
			});
			if (!catching) one('heard').textContent = (current === item.turn ? '' : to.name + ': ') + item.text.trim();
			current = item.turn;
		},
		cut(item) { const to = turns.get(item.turn); if (to) to.turn.append(made('p', told(words.cutsIn, {name: item.by}), 'note')); },
		end(item) {
			const to = turns.get(item.turn);
			if (item.how === 'lost' && to) { to.turn.classList.add('lost'); to.turn.append(made('p', words.lost, 'note')); }
		},
		paused(item) { one('state').textContent = item.paused ? words.paused : words.live; },
		heat(item) {
			const sentence = sentences.get(item.turn + ' ' + item.offset);
			if (!sentence) return;
			sentence.classList.add('heat');
			sentence.dataset.count = item.count;
			sentence.title = told(words.objects, item);
		},
		swing(item) {
			const list = made('ul');
			for (const flow of item.flows) list.append(made('li', flow.count + ': ' + told(flow.from === flow.to ? words.stayed : words.moved, {from: words.sides[flow.from], to: words.sides[flow.to]})));
			one('swing').replaceChildren(made('h2', words.swung), made('p', told(words.both, item), 'note'), list);
			one('swing').hidden = false;
		},
		over(item) { one('state').textContent = told(words.over, item); },
		room(item) {
			room = item;
			one('count').textContent = told(words.listening, {count: item.listening});
			const open = votes && item.open;
			one('vote').hidden = !open;
			one('asked').textContent = item.open === 'after' ? words.after : words.before;
			one('ask').hidden = !item.asks;
			one('object').hidden = !item.takesPart || item.isOver;
			one('again').hidden = !item.isOver;
			one('questions').replaceChildren(...item.questions.map(question => {
				const entry = made('li'), up = made('button', '▲ ' + question.count);
				up.type = 'button';
				up.disabled = question.isPut || mine.questions.includes(question.id);
				up.setAttribute('aria-label', up.textContent + ': ' + told(words.wantToo, question));
				up.onclick = () => { mine.questions.push(question.id); up.disabled = true; send('support', {question: question.id}); };
				entry.append(up, ' ', made('span', question.text), question.isPut ? made('em', ' ' + words.put) : '');
				return entry;
			}));
			chosen();
		},
		you(item) { mine = item; chosen(); },
	};
	const chosen = () => {
		for (const button of one('scale').children) button.setAttribute('aria-pressed', String(room.open && mine[room.open] === Number(button.value)));
	};
	const tell = text => { one('told').textContent = text; };
	const send = async (act, body, done) => {
		try {
			const answer = await fetch('do/' + act, {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)});
			const {says} = await answer.json();
			tell(says || (answer.ok ? {vote: words.voted, question: words.questioned, support: words.supported, objection: done}[act] : words.failed));
			return answer.ok;
		} catch { tell(words.offline); return false; }
	};
	const listen = () => {
		if (source) source.close();
		catching = true;
		source = new EventSource('events' + (last ? '?after=' + last : ''));
		source.onmessage = event => {
			heardAt = Date.now();
			one('lost').hidden = true;
			// Who comes late begins at the beginning, and is offered the way to what is said now.
			const follow = arrived && following();
			if (event.lastEventId) last = Math.max(last, Number(event.lastEventId));
			const items = JSON.parse(event.data);
			for (const item of items) if (Object.hasOwn(shows, item.type)) shows[item.type](item);
			if (items[0] && items[0].type === 'room') {
				if (!arrived) one('live').hidden = following();
				arrived = true;
				catching = false;
			}
			else if (follow) toLive();
			else one('live').hidden = false;
		};
		source.onerror = () => { one('lost').hidden = false; if (source.readyState === 2) setTimeout(listen, 3000); };
	};
	const wake = () => { if (Date.now() - heardAt > 40000) { heardAt = Date.now(); listen(); } };
	for (const button of one('scale').children) button.onclick = async () => {
		const when = room.open, stance = Number(button.value);
		if (when && await send('vote', {when, stance})) { mine[when] = stance; chosen(); }
	};
	one('ask').onsubmit = async event => {
		event.preventDefault();
		if (await send('question', {text: one('question').value})) one('question').value = '';
	};
	one('object').onclick = () => {
		const marks = [...document.querySelectorAll('.s')], middle = innerHeight / 2;
		const distance = mark => Math.abs(mark.getBoundingClientRect().top - middle);
		const target = following() ? latest : marks.reduce((best, mark) => distance(mark) < distance(best) ? mark : best, latest);
		if (!target) return tell(words.nothing);
		target.classList.add('mine');
		send('objection', {turn: target.dataset.turn, offset: Number(target.dataset.offset)}, told(words.youObject, {text: target.textContent.trim()}));
	};
	one('live').onclick = toLive;
	addEventListener('scroll', () => { if (following()) one('live').hidden = true; }, {passive: true});
	addEventListener('pageshow', wake);
	addEventListener('online', wake);
	document.addEventListener('visibilitychange', wake);
	setInterval(wake, 10000);
	listen();
})();
`;

/** What the published page has not: a bar at the foot, the vote, the questions and the heat. */
const style = `
body{padding-bottom:6rem}
body>p,body>section,main{max-width:40rem;margin-inline:auto;padding-inline:1.25rem}main>*{padding-inline:0}
h2{margin-top:2.5rem}
#vote,#asking,#swing,.bar,button,input{font-family:system-ui,sans-serif}
#vote,#asking,#swing{margin-top:1.5rem}
#vote>*,#swing>*{max-width:38rem}
#asked{margin:0 0 .6rem;font-weight:600}
button,input{min-height:2.75rem;border-radius:.4rem}
button[aria-pressed=true]{background:var(--ink);color:var(--ground)}
#scale{display:grid;grid-template-columns:repeat(7,1fr);gap:.25rem}#scale button{padding:.4rem 0}
.ends{display:flex;justify-content:space-between;color:var(--dim);font-size:.85rem;margin:.3rem 0 .6rem}
#ask{display:flex;gap:.4rem;flex-wrap:wrap}#question{flex:1 1 14rem;min-width:0}
#questions,#swing ul{list-style:none;padding:0}#questions li{margin:.5rem 0}#questions button{min-height:2rem;padding:.1rem .5rem}
.turn p{white-space:pre-wrap}
.lost{opacity:.6;text-decoration:line-through}
.s.mine{text-decoration:underline wavy;text-underline-offset:3px}.s.heat{background:var(--mark)}.s.heat::after{content:" ⚑" attr(data-count);font:.8rem system-ui,sans-serif}
.bar{max-width:none;position:fixed;bottom:0;left:0;right:0;background:var(--ground);border-top:1px solid var(--line);padding:.4rem 1rem;flex-wrap:nowrap;gap:.6rem;justify-content:center;font-size:.9rem}
#object,#live{white-space:nowrap}#told{flex:0 1 24rem;color:var(--dim);min-width:0;max-height:3.2em;overflow:hidden}
@media print{.bar,#vote,#asking{display:none}}
`;

const stances = [-3, -2, -1, 0, 1, 2, 3] as const;

const styles = pageAssets.style + style;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing is loaded from anywhere, and nothing runs but the one script. */
const policyFor = (script: string): string =>
	[
		"default-src 'none'",
		`script-src ${hashOf(script)}`,
		`style-src ${hashOf(styles)}`,
		"connect-src 'self'",
		'img-src data:',
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	].join('; ');

/** The page, empty: the stream fills it from the first word on. */
export function livePage(title: string, language = 'en'): ServedPage {
	const name = escapeMarkup(title);
	const words = episodeWords(language);
	const {live, article} = words;
	const {sides} = article.audience;
	const own = scriptIn(words);
	const question = fillSlots(live.yourQuestion, {count: String(longestQuestion)});
	const scale = stances.map(stance => {
		const written = stanceText(stance);
		const side = stance === 0 ? sides.undecided : stance < 0 ? sides.against : sides.for;
		return `<button type="button" value="${stance}" aria-pressed="false" aria-label="${written}, ${side}">${written}</button>`;
	});
	const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${name}</title>
<style>${styles}</style>
</head>
<body>
<header>
<p class="kicker" id="format"></p>
<h1 id="title" dir="auto">${name}</h1>
<ul class="cast" id="chairs" aria-label="${live.whoSpeaks}"></ul>
<p class="when"><span id="state">${live.live}</span> · <span id="count"></span></p>
</header>
<noscript><p>${live.script}</p></noscript>
<main id="talk" aria-label="${live.whatIsSaid}"></main>
<section id="swing" aria-live="polite" hidden></section>
<section id="vote" aria-labelledby="asked" hidden>
<p id="asked"></p>
<div id="scale" role="group" aria-labelledby="asked">${scale.join('')}</div>
<p class="ends" aria-hidden="true"><span>${sides.against}</span><span>${sides.undecided}</span><span>${sides.for}</span></p>
<p class="note">${live.note}</p>
</section>
<section id="asking" aria-label="${live.questions}">
<ul id="questions"></ul>
<form id="ask" hidden><label class="visually-hidden" for="question">${question}</label><input id="question" maxlength="${longestQuestion}" autocomplete="off" placeholder="${live.placeholder}"><button>${live.ask}</button></form>
</section>
<p id="heard" class="visually-hidden" aria-live="polite" aria-atomic="true"></p>
<section class="bar" aria-label="${live.takePart}"><span id="told" role="status"></span><span id="lost" hidden>${live.reconnects}</span><button type="button" id="live" hidden>${live.toLive}</button><a id="again" href="." hidden>${live.again}</a><button type="button" id="object" hidden>${live.object}</button></section>
<script>${own}</script>
</body>
</html>
`;
	return {html, policy: policyFor(own)};
}
