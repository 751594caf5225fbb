/** The page of listeners while a debate is held: it is filled by the stream, with text alone, and never with markup. */
import {createHash} from 'node:crypto';
import {longestQuestion} from '../../debate/audience.ts';
import {escapeMarkup} from '../../debate/text/intake.ts';
import type {ServedPage} from './serve.ts';

/** The script: what the stream says becomes text of elements, what the listener does becomes a request. */
const script = `
'use strict';
(() => {
	const one = id => document.getElementById(id);
	const made = (name, text, kind) => {
		const element = document.createElement(name);
		if (text) element.textContent = text;
		if (kind) element.className = kind;
		return element;
	};
	const turns = new Map(), sentences = new Map();
	let last = 0, heardAt = Date.now(), source, catching = true, latest, votes = false, mine = {questions: []}, current, room = {};
	const following = () => innerHeight + scrollY > document.body.scrollHeight - 120;
	const toLive = () => { scrollTo({top: document.body.scrollHeight}); one('live').hidden = true; };

	const shows = {
		start(item) {
			document.title = item.title;
			one('title').textContent = item.title;
			one('format').textContent = item.format;
			one('talk').lang = item.language;
			votes = item.votes;
			one('chairs').replaceChildren(...item.chairs.map(chair => {
				const entry = made('li', '', 'seat' + chair.place);
				entry.append(made('strong', chair.name), ' ', made('span', chair.part));
				return entry;
			}));
		},
		part(item) { one('talk').append(made('h2', item.name)); },
		turn(item) {
			const turn = made('article', '', 'turn seat' + item.place);
			const who = made('p', '', 'who');
			who.append(made('strong', item.name), ' ', made('span', [item.part, item.kind].filter(Boolean).join(' · ')));
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
		cut(item) { const to = turns.get(item.turn); if (to) to.turn.append(made('p', item.by + ' cuts in', 'note')); },
		end(item) {
			const to = turns.get(item.turn);
			if (item.how === 'lost' && to) { to.turn.classList.add('lost'); to.turn.append(made('p', 'This turn was lost, and is said again.', 'note')); }
		},
		paused(item) { one('state').textContent = item.paused ? 'paused' : 'live'; },
		heat(item) {
			const sentence = sentences.get(item.turn + ' ' + item.offset);
			if (!sentence) return;
			sentence.classList.add('heat');
			sentence.dataset.count = item.count;
			sentence.title = item.count + (item.count === 1 ? ' listener objects' : ' listeners object');
		},
		swing(item) {
			const list = made('ul');
			for (const flow of item.flows) list.append(made('li', flow.count + ': ' + (flow.from === flow.to ? 'stayed ' + flow.to : 'from ' + flow.from + ' to ' + flow.to)));
			one('swing').replaceChildren(made('h2', 'How listeners moved'), made('p', item.both + ' voted both times. No election: one vote a browser.', 'note'), list);
			one('swing').hidden = false;
		},
		over(item) { one('state').textContent = 'over: ' + item.outcome; },
		room(item) {
			room = item;
			one('count').textContent = item.listening + ' listening';
			const open = votes && item.open;
			one('vote').hidden = !open;
			one('asked').textContent = item.open === 'after' ? 'Where do you stand now?' : 'Where do you stand, before you have heard them?';
			one('ask').hidden = !item.asks;
			one('object').hidden = !item.takesPart;
			one('questions').replaceChildren(...item.questions.map(question => {
				const entry = made('li'), up = made('button', '▲ ' + question.count);
				up.type = 'button';
				up.disabled = question.isPut || mine.questions.includes(question.id);
				up.setAttribute('aria-label', 'I want this asked too: ' + question.text);
				up.onclick = () => { mine.questions.push(question.id); up.disabled = true; send('support', {question: question.id}); };
				entry.append(up, ' ', made('span', question.text), question.isPut ? made('em', ' put to the floor') : '');
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
			tell(says || (answer.ok ? {vote: 'Your vote is written down. You can change it until the vote is closed.', question: 'Your question is in the list.', support: 'Counted.', objection: done}[act] : 'That did not work.'));
			return answer.ok;
		} catch { tell('There is no connection just now. Try again.'); return false; }
	};
	const listen = () => {
		if (source) source.close();
		catching = true;
		source = new EventSource('events' + (last ? '?after=' + last : ''));
		source.onmessage = event => {
			heardAt = Date.now();
			one('lost').hidden = true;
			const follow = following();
			if (event.lastEventId) last = Math.max(last, Number(event.lastEventId));
			const items = JSON.parse(event.data);
			for (const item of items) if (Object.hasOwn(shows, item.type)) shows[item.type](item);
			if (items[0] && items[0].type === 'room') catching = false;
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
		if (!target) return tell('Nothing was said yet.');
		target.classList.add('mine');
		send('objection', {turn: target.dataset.turn, offset: Number(target.dataset.offset)}, 'You object to: ' + target.textContent.trim());
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

/** Light and dark, with contrasts of at least 4.5 to 1 in both. */
const style = `
:root{color-scheme:light dark;--ground:#fff;--ink:#1b1b1f;--dim:#55555f;--line:#d5d5dc;--mark:#fff1b8;--link:#0b57c2;--seat1:#0b6a7a;--seat2:#8a1f8a;--seat3:#1d6b2f;--seat4:#7a5200;--seat5:#a31d1d;--seat6:#2f3fa8}
@media (prefers-color-scheme:dark){:root{--ground:#16161a;--ink:#ececf1;--dim:#a9a9b5;--line:#3a3a44;--mark:#5a4a00;--link:#8ab8ff;--seat1:#6fd3e3;--seat2:#e79be7;--seat3:#8fd69f;--seat4:#e3c06a;--seat5:#ff9d9d;--seat6:#a9b4ff}}
*{box-sizing:border-box}[hidden]{display:none!important}
body{margin:0 auto;max-width:42rem;padding:1rem 1rem 6rem;background:var(--ground);color:var(--ink);font:1.1rem/1.6 Georgia,serif;overflow-wrap:break-word}
header,#vote,#asking,#swing,footer,.who,.note,button,input,h2{font-family:system-ui,sans-serif}
.kicker,.note,#small,.who span,#chairs span{color:var(--dim);font-size:.9rem;font-family:system-ui,sans-serif}
h1{line-height:1.2;margin:.3rem 0 .6rem;font-size:clamp(1.5rem,6vw,2.3rem)}h2{font-size:1rem;margin:1.6rem 0 .4rem;color:var(--dim)}
ul{padding:0;margin:.4rem 0;list-style:none}
#chairs{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem}
button,input{font-size:1rem;color:inherit;background:var(--ground);border:1px solid var(--dim);border-radius:.4rem;padding:.4rem .7rem;min-height:2.75rem}
button[aria-pressed=true]{background:var(--ink);color:var(--ground)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
#vote,#asking,#swing{border:1px solid var(--line);border-radius:.5rem;padding:.8rem;margin:1rem 0}
#asked{margin:0 0 .5rem;font-weight:600}#vote .note{margin:.6rem 0 0}
#scale{display:grid;grid-template-columns:repeat(7,1fr);gap:.25rem}#scale button{padding:.4rem 0}
.ends{display:flex;justify-content:space-between;color:var(--dim);font-size:.85rem;margin-top:.3rem}
#ask{display:flex;gap:.4rem;flex-wrap:wrap}#question{flex:1 1 14rem;min-width:0}
#questions li{margin:.5rem 0}#questions button{min-height:2rem;padding:.1rem .5rem}
.turn{border-left:4px solid var(--line);padding:.1rem 0 .1rem .9rem;margin:1rem 0}.turn p{margin:.4rem 0}.said{white-space:pre-wrap}
.lost{opacity:.6;text-decoration:line-through}
.s.mine{text-decoration:underline wavy;text-underline-offset:3px}.s.heat{background:var(--mark)}.s.heat::after{content:" ⚑" attr(data-count);font:.8rem system-ui,sans-serif}
.seat1{border-color:var(--seat1)}.seat1 strong{color:var(--seat1)}.seat2{border-color:var(--seat2)}.seat2 strong{color:var(--seat2)}.seat3{border-color:var(--seat3)}.seat3 strong{color:var(--seat3)}.seat4{border-color:var(--seat4)}.seat4 strong{color:var(--seat4)}.seat5{border-color:var(--seat5)}.seat5 strong{color:var(--seat5)}.seat6{border-color:var(--seat6)}.seat6 strong{color:var(--seat6)}
.bar{position:fixed;bottom:0;left:0;right:0;background:var(--ground);border-top:1px solid var(--line);padding:.4rem 1rem;display:flex;gap:.6rem;align-items:center;justify-content:center;font-family:system-ui,sans-serif;font-size:.9rem}
#object,#live{white-space:nowrap}#told{flex:0 1 24rem;color:var(--dim);min-width:0;max-height:3.2em;overflow:hidden}
.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media print{.bar,#vote,#asking{display:none}}
`;

const stances = [-3, -2, -1, 0, 1, 2, 3] as const;
const stanceLabel = (stance: number): string =>
	stance === 0 ? 'undecided' : `${stance < 0 ? 'against' : 'for'}, ${Math.abs(stance)} of 3`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing is loaded from anywhere, and nothing runs but the one script. */
const policyFor = (scripts: readonly string[], styles: readonly string[]): string =>
	[
		"default-src 'none'",
		`script-src ${scripts.length === 0 ? "'none'" : scripts.map(hashOf).join(' ')}`,
		`style-src ${styles.length === 0 ? "'none'" : styles.map(hashOf).join(' ')}`,
		"connect-src 'self'",
		"img-src 'self' data:",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	].join('; ');

/** The page, empty: the stream fills it from the first word on. */
export function livePage(title: string): ServedPage {
	const name = escapeMarkup(title);
	const scale = stances
		.map(
			stance =>
				`<button type="button" value="${stance}" aria-pressed="false" aria-label="${stanceLabel(stance)}">${stance > 0 ? '+' : stance < 0 ? '−' : ''}${Math.abs(stance)}</button>`,
		)
		.join('');
	const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${name}</title>
<style>${style}</style>
</head>
<body>
<header>
<p class="kicker"><span id="state">live</span> · <span id="format"></span> · <span id="count"></span></p>
<h1 id="title" dir="auto">${name}</h1>
<ul id="chairs" aria-label="Who speaks"></ul>
</header>
<noscript><p>A page that follows a live debate needs its script. Its host can give you the transcript afterwards.</p></noscript>
<main id="talk" aria-label="What is said"></main>
<section id="swing" aria-live="polite" hidden></section>
<section id="vote" aria-labelledby="asked" hidden>
<p id="asked"></p>
<div id="scale" role="group" aria-labelledby="asked">${scale}</div>
<p class="ends" aria-hidden="true"><span>against</span><span>undecided</span><span>for</span></p>
<p class="note">You can change it until the host closes the vote. Nobody sees a count before. One vote a browser: this is no election.</p>
</section>
<section id="asking" aria-label="Questions from listeners">
<ul id="questions"></ul>
<form id="ask" hidden><label class="visually-hidden" for="question">Your question, at most ${longestQuestion} characters</label><input id="question" maxlength="${longestQuestion}" autocomplete="off" placeholder="Ask a question"><button>Ask</button></form>
</section>
<p id="heard" class="visually-hidden" aria-live="polite" aria-atomic="true"></p>
<div class="bar"><span id="told" role="status"></span><span id="lost" hidden>Connection lost; it comes back by itself.</span><button type="button" id="live" hidden>To what is said now</button><button type="button" id="object" hidden>I object</button></div>
<script>${script}</script>
</body>
</html>
`;
	return {html, policy: policyFor([script], [style])};
}
