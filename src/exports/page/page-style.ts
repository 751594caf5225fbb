/** The style of the web page: light and dark, with contrasts of at least 4.5 to 1 in both. */
export const pageStyle = `
:root{color-scheme:light dark;--ground:#fff;--ink:#1b1b1f;--dim:#55555f;--line:#d5d5dc;--mark:#fff1b8;--now:#e6f0ff;--link:#0b57c2;
--seat1:#0b6a7a;--seat2:#8a1f8a;--seat3:#1d6b2f;--seat4:#7a5200;--seat5:#a31d1d;--seat6:#2f3fa8}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){--ground:#16161a;--ink:#ececf1;--dim:#a9a9b5;--line:#3a3a44;--mark:#5a4a00;--now:#1f2f4a;--link:#8ab8ff;
--seat1:#6fd3e3;--seat2:#e79be7;--seat3:#8fd69f;--seat4:#e3c06a;--seat5:#ff9d9d;--seat6:#a9b4ff}}
:root[data-theme=dark]{color-scheme:dark;--ground:#16161a;--ink:#ececf1;--dim:#a9a9b5;--line:#3a3a44;--mark:#5a4a00;--now:#1f2f4a;--link:#8ab8ff;
--seat1:#6fd3e3;--seat2:#e79be7;--seat3:#8fd69f;--seat4:#e3c06a;--seat5:#ff9d9d;--seat6:#a9b4ff}
:root[data-theme=light]{color-scheme:light}
*{box-sizing:border-box}
body{margin:0 auto;max-width:46rem;padding:1rem;background:var(--ground);color:var(--ink);font:1.05rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
h1{line-height:1.2;margin:.5rem 0}
.subject{font-size:1.2rem;margin:.2rem 0}
.note,.how,.score,footer,caption{color:var(--dim);font-size:.9rem}
caption{text-align:left;padding-bottom:.4rem}
a{color:var(--link)}
button,input,select{font:inherit;color:inherit;background:var(--ground);border:1px solid var(--dim);border-radius:.3rem;padding:.15rem .6rem;min-height:1.8rem}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.player{position:sticky;top:0;z-index:1;background:var(--ground);border-bottom:1px solid var(--line);padding:.5rem 0}
.row{display:flex;flex-wrap:wrap;gap:.4rem .8rem;align-items:center;margin:.3rem 0}
#position{width:14rem;max-width:60vw}
nav ol{margin:.3rem 0;padding-left:1.5rem;max-height:40vh;overflow:auto}
nav button{border:0;text-align:left}
.turn{padding:.3rem .8rem;margin:.8rem 0;border-left:4px solid var(--line);scroll-margin-top:11rem}
.turn p{margin:.5rem 0}
.turn pre{overflow-x:auto;padding:.5rem;border:1px solid var(--line)}
.turn blockquote{margin:.5rem 0;padding-left:.8rem;border-left:2px solid var(--dim)}
.turn.current{background:var(--now)}
.who span{color:var(--dim);font-size:.9rem}
.turn.current .who span,.turn.current .how,.turn.current .score{color:var(--ink)}
.share{padding:0 .4rem}
.s.current{text-decoration:underline;text-decoration-thickness:2px;text-underline-offset:3px}
.s.found{background:var(--mark)}
.s.chosen{outline:2px solid var(--link)}
.seat1{border-color:var(--seat1)}.seat1 strong{color:var(--seat1)}
.seat2{border-color:var(--seat2)}.seat2 strong{color:var(--seat2)}
.seat3{border-color:var(--seat3)}.seat3 strong{color:var(--seat3)}
.seat4{border-color:var(--seat4)}.seat4 strong{color:var(--seat4)}
.seat5{border-color:var(--seat5)}.seat5 strong{color:var(--seat5)}
.seat6{border-color:var(--seat6)}.seat6 strong{color:var(--seat6)}
.scroll{overflow-x:auto}
table{border-collapse:collapse}
th,td{border:1px solid var(--line);padding:.3rem .5rem;text-align:left}
.skip,.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip:focus{position:static;width:auto;height:auto;clip-path:none}
@media print{.player,#theme,.seek,.share{display:none}}
`;
