// How a page of ours looks: one column to read, quiet colours, light and dark by what the reader prefers, and fit for paper.

/** The whole of it; the page's policy knows it by its hash, so it stays one text. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #fcfbf8; --ink: #2b2925; --soft: #6a655c; --line: #e4dfd5; --fill: #f3f0e9;
  --night: #5b4296; --good: #1d6b41; --mark: #8a5a00; --bad: #a32a1e;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, "DejaVu Serif", serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #17161c; --ink: #dedbe4; --soft: #a09bab; --line: #33313c; --fill: #211f28;
    --night: #bda4ee; --good: #86cda2; --mark: #e0b96c; --bad: #f0958a;
  }
}
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100% }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.6 var(--serif); overflow-wrap: anywhere; font-variant-numeric: oldstyle-nums proportional-nums;
}
main { max-width: 46rem; margin: 0 auto; padding: 3.5rem 1.25rem 4rem }
.kicker { margin: 0; color: var(--soft); font-size: .9375rem }
h1 { margin: .35rem 0 0; font-size: clamp(1.6rem, 1.2rem + 1.8vw, 2.25rem); line-height: 1.25; font-weight: 500; text-wrap: balance; letter-spacing: -.005em }
.lead { margin: .9rem 0 0; font-size: 1.1875rem; line-height: 1.55; text-wrap: pretty }
.lead + .lead { margin-top: .35rem; color: var(--soft) }
h2 { margin: 0 0 .6rem; font-size: 1.0625rem; font-weight: 600; color: var(--night) }
h3 { margin: 1.2rem 0 .3rem; font-size: 1rem; font-weight: 600 }
a { color: inherit; text-decoration-color: var(--line); text-underline-offset: .2em }
a:hover { text-decoration-color: currentColor }
nav { margin-top: 1.4rem; color: var(--soft); font-size: .9375rem }
nav ul { display: flex; flex-wrap: wrap; gap: .1rem 1.1rem }
nav li + li { margin: 0 }
nav a { display: inline-block; padding: .15rem 0 }
section { scroll-margin-top: 1rem; margin-top: 2.25rem; padding-top: 1.5rem; border-top: 1px solid var(--line) }
p { margin: 0 0 .7rem; text-wrap: pretty }
ul, ol, dl { margin: 0; padding: 0; list-style: none }
li + li { margin-top: .9rem }
.small { color: var(--soft); font-size: .9375rem }
code, .command { font-family: var(--mono); font-size: .875em; font-variant-numeric: normal }
.command {
  display: block; margin: .4rem 0 0; padding: .5rem .75rem; background: var(--fill); border-radius: 6px;
  overflow-x: auto; white-space: pre; -webkit-user-select: all; user-select: all;
}
.rows { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); gap: .9rem 1.25rem }
.rows > dt { font-size: .9375rem; padding-top: .1rem }
.rows > dt:not([class]), .rows > dt[class=""] { color: var(--soft) }
.rows > dd { margin: 0 }
.rows > dd > * + * { margin-top: .25rem }
.rows p { margin: 0 }
.gone { color: var(--soft) }
.gone > bdi { text-decoration: line-through; text-decoration-thickness: 1px; text-decoration-color: var(--soft) }
.good { color: var(--good) } .mark { color: var(--mark) } .bad { color: var(--bad) }
.wait { background: var(--fill); border-radius: 8px; padding: 1rem 1.15rem }
.wait .command { background: var(--paper) }
.tale { font-size: 1.125rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: baseline; padding: .3rem .9rem .3rem 0; font-weight: 400 }
tr + tr > * { border-top: 1px solid var(--line) }
th { white-space: nowrap; overflow-wrap: normal }
td.sign { width: 1.6rem; font-family: var(--mono) }
td.number { text-align: right; font-variant-numeric: lining-nums tabular-nums; padding-right: 0; white-space: nowrap }
.scroll { overflow-x: auto; margin-top: 1rem }
figure { margin: 0 0 1.6rem }
figcaption { color: var(--soft); font-size: .9375rem; margin-bottom: .35rem }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: 1.5rem 2.5rem }
.plots figure { margin: 0 }
svg { display: block; width: 100%; height: auto; overflow: visible }
svg text { font: 11px var(--serif); fill: var(--soft) }
.axis { stroke: var(--line); stroke-width: 1 }
.tick { stroke: var(--line); stroke-width: 1; stroke-dasharray: 1 3 }
.bar, .dot { fill: var(--night) }
.hollow { fill: var(--paper); stroke: var(--soft); stroke-width: 1.2 }
.path { fill: none; stroke: var(--night); stroke-width: 2; stroke-linejoin: round; stroke-linecap: round }
.area { fill: var(--night); opacity: .1 }
.right { fill: var(--good) } .wrong { fill: var(--bad) } .open { fill: var(--soft); opacity: .45 }
svg .value { fill: var(--ink) }
footer { margin-top: 2.75rem; padding-top: 1.25rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .875rem }
:focus-visible { outline: 2px solid var(--night); outline-offset: 2px }
@media (max-width: 34rem) {
  main { padding: 2rem 1.1rem 3rem }
  .rows { grid-template-columns: minmax(0, 1fr); gap: .1rem }
  .rows > dd + dt { margin-top: .9rem }
  .wide text { font-size: 20px }
}
@media print {
  :root { --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --fill: #f4f4f4; --night: #3d2a70; --good: #0d4f2c; --mark: #5e3d00; --bad: #7d1a10 }
  html { font-size: 9.75pt }
  main { max-width: none; padding: 0 }
  nav { display: none }
  a { text-decoration: none }
  .command { white-space: pre-wrap; border: 1px solid var(--line) }
  li, tr, figure, .rows > dd { break-inside: avoid }
  h2 { break-after: avoid }
}
`;
