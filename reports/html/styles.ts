const LIGHT = `
  --paper: #f6f6f4; --sheet: #ffffff; --ink: #17191f; --soft: #59606e; --line: #dcdee3; --faint: #ecedf0;
  --link: #1c4f9c; --focus: #1c62d6; --marked: #ffe9a8; --marked-ink: #17191f; --shade: 0 1px 2px rgb(20 24 35 / .06);
  --fail: #b3231a; --fail-tint: #fdeeec; --fail-fill: #d6362b;
  --flaky: #7a35ad; --flaky-tint: #f6edfc; --flaky-fill: #9a5acb;
  --blocked: #8a4b00; --blocked-tint: #fdf2e2; --blocked-fill: #e08e1b;
  --warn: #6d5a00; --warn-tint: #faf5d7; --warn-fill: #d3b81f;
  --pass: #11663c; --pass-tint: #e8f5ee; --pass-fill: #36a06e;
  --na: #59606e; --na-tint: #eff0f3; --na-fill: #b9bec8;
  --ns: #59606e; --ns-tint: #f6f6f8; --ns-fill: #dcdfe5;`

const DARK = `
  --paper: #101216; --sheet: #181b21; --ink: #e9ebf0; --soft: #a2a9b7; --line: #2e333d; --faint: #22262e;
  --link: #8fbaff; --focus: #7db0ff; --marked: #5a4a12; --marked-ink: #fff3cf; --shade: none;
  --fail: #ff9489; --fail-tint: #351a18; --fail-fill: #e2584d;
  --flaky: #d3a9f4; --flaky-tint: #2a1d36; --flaky-fill: #a56fd0;
  --blocked: #f5bc6a; --blocked-tint: #33250f; --blocked-fill: #d08a2c;
  --warn: #e6d478; --warn-tint: #2c280f; --warn-fill: #b7a235;
  --pass: #7fd6ab; --pass-tint: #12291f; --pass-fill: #3f9f73;
  --na: #a2a9b7; --na-tint: #22262e; --na-fill: #545b69;
  --ns: #a2a9b7; --ns-tint: #1c2027; --ns-fill: #3a404b;`

/** The sign of each verdict: a tick, a cross, a wave, a bar, an exclamation mark, a dot, an open diamond. */
const SIGNS: Readonly<Record<string, string>> = {
  pass: 'polygon(12% 44%, 0 58%, 38% 96%, 100% 20%, 86% 8%, 37% 68%)',
  fail: 'polygon(18% 2%, 2% 18%, 34% 50%, 2% 82%, 18% 98%, 50% 66%, 82% 98%, 98% 82%, 66% 50%, 98% 18%, 82% 2%, 50% 34%)',
  flaky: 'polygon(0 64%, 28% 20%, 62% 56%, 88% 22%, 100% 34%, 64% 84%, 30% 48%, 12% 76%)',
  blocked: 'polygon(4% 39%, 96% 39%, 96% 61%, 4% 61%)',
  warn: 'polygon(38% 0, 62% 0, 58% 64%, 62% 76%, 62% 100%, 38% 100%, 38% 76%, 42% 64%)',
  'not-applicable': 'circle(18%)',
  'not-specified':
    'polygon(50% 0, 100% 50%, 50% 100%, 0 50%, 50% 0, 50% 24%, 24% 50%, 50% 76%, 76% 50%, 50% 24%)',
}

const VERDICT_HUES = [
  ['fail', 'fail'],
  ['flaky', 'flaky'],
  ['blocked', 'blocked'],
  ['warn', 'warn'],
  ['pass', 'pass'],
  ['not-applicable', 'na'],
  ['not-specified', 'ns'],
]
  .map(
    ([verdict, hue]) =>
      `.v-${verdict} { --hue: var(--${hue}); --tint: var(--${hue}-tint); --fill: var(--${hue}-fill); --sign: ${SIGNS[verdict ?? '']} }`,
  )
  .join('\n')

/** The look of the report: both themes, phone to desk, screen and paper. */
export const STYLES = `
:root { color-scheme: light dark; ${LIGHT}
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Open Sans", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", SFMono-Regular, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace }
@media (prefers-color-scheme: dark) { :root { ${DARK} } }
${VERDICT_HUES}
.run-conformant { --hue: var(--pass); --tint: var(--pass-tint); --fill: var(--pass) }
.run-non-conformant { --hue: var(--fail); --tint: var(--fail-tint); --fill: var(--fail) }
.run-inconclusive { --hue: var(--blocked); --tint: var(--blocked-tint); --fill: var(--blocked) }

*, *::before, *::after { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 var(--sans); font-variant-numeric: tabular-nums }
main, footer, .top .inner { max-width: 76rem; margin: 0 auto; padding: 0 1.5rem }
h1, h2, h3, h4, p, ul, ol, dl, dd { margin: 0; padding: 0 }
ul, ol { list-style: none }
h1, h2, h3 { line-height: 1.2; letter-spacing: -.012em; text-wrap: balance }
h2 { font-size: 1.3rem; font-weight: 650; margin-bottom: .9rem }
h3 { font-size: 1rem; font-weight: 650 }
h4 { font-size: .8rem; font-weight: 600; color: var(--soft); margin: 1.4rem 0 .5rem }
a { color: var(--link); text-underline-offset: .15em; text-decoration-thickness: 1px }
a:hover { text-decoration-thickness: 2px }
code, pre { font-family: var(--mono); font-size: .86em }
code { overflow-wrap: anywhere }
th code, .state-table td code { overflow-wrap: break-word }
[hidden] { display: none !important }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 3px }
.aside, .lead { color: var(--soft) }
.lead { max-width: 44rem; margin-bottom: 1.2rem }
.amount { color: var(--soft); font-weight: 450 }
.skip { position: absolute; left: -100vw; top: .5rem; padding: .5rem 1rem; background: var(--sheet); z-index: 3 }
.skip:focus { left: .5rem }
.mark, .pill::before { display: inline-block; flex: none; width: .82em; height: .82em; vertical-align: -.06em; background: currentColor; clip-path: var(--sign); print-color-adjust: exact; -webkit-print-color-adjust: exact }
.pill::before { content: ""; width: .74em; height: .74em }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
html:not(.scripted) .copy, html:not(.scripted) .toolbar { display: none }

.top { border-bottom: 1px solid var(--line); color: var(--soft); font-size: .87rem }
.top .inner { display: flex; flex-wrap: wrap; align-items: baseline; gap: .2rem 1rem; padding-top: .7rem; padding-bottom: .7rem }
.brand { color: var(--ink); font-weight: 700; letter-spacing: -.01em; font-size: 1rem }
.top nav { margin-left: auto; display: flex; gap: 1.1rem }
.top nav a { color: var(--soft); text-decoration: none }
.top nav a:hover { color: var(--ink); text-decoration: underline }

.banner { display: grid; gap: 1rem; padding: 1.3rem 0 0 }
.said { display: flex; gap: 1.4rem; align-items: flex-start }
.seal { width: 5.4rem; height: 5.4rem; flex: none; margin-top: .35rem }
.seal .punch { fill: var(--fill) }
.seal .rim { fill: none; stroke: var(--paper); stroke-opacity: .55; stroke-width: 1.2 }
.seal .strike { fill: none; stroke: var(--paper); stroke-width: 5; stroke-linecap: round; stroke-linejoin: round }
.subject { font-size: 1.05rem; font-weight: 600; color: var(--soft); overflow-wrap: anywhere }
h1 { font-size: clamp(2.1rem, 5vw, 3.3rem); font-weight: 750; letter-spacing: -.035em; line-height: 1.05; color: var(--hue) }
.sentence { margin-top: .55rem; font-size: 1.12rem; max-width: 52rem; overflow-wrap: anywhere }
.restricted { margin-top: .4rem; color: var(--soft) }
.facts { font-size: .88rem; align-self: start }
.facts div { display: grid; grid-template-columns: 8.2rem minmax(0, 1fr); gap: .8rem; padding: .28rem 0; border-bottom: 1px solid var(--line) }
.facts div:last-child { border: 0 }
dt { color: var(--soft) }
dd { overflow-wrap: anywhere }
.totals { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; box-shadow: var(--shade); overflow: hidden }
.totals li + li { border-left: 1px solid var(--line) }
.totals a { display: block; height: 100%; padding: .8rem 1rem .75rem; color: inherit; text-decoration: none; border-top: 4px solid var(--fill) }
.totals a:hover { background: var(--faint) }
.totals a:focus-visible { outline-offset: -4px }
.totals strong { display: block; font-size: 1.9rem; font-weight: 680; letter-spacing: -.03em; line-height: 1.15; color: var(--hue) }
.totals span { font-size: .84rem; color: var(--hue); display: flex; align-items: center; gap: .35em; white-space: nowrap }
.totals .zero { display: none }
.counted p { font-size: .84rem; color: var(--soft); margin: 0 0 .25rem }

.overview { display: grid; grid-template-columns: minmax(0, 1fr) minmax(17rem, 24rem); gap: 2rem 3rem; margin: 2.2rem 0 2.8rem }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(10.6rem, 1fr)); gap: .45rem; margin-bottom: .8rem }
.tile { display: flex; flex-direction: column; height: 100%; padding: .45rem .6rem .5rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; color: inherit; text-decoration: none; box-shadow: var(--shade) }
.tile:hover { border-color: var(--hue) }
.tile:is(.v-fail, .v-flaky, .v-blocked, .v-warn) { background: var(--tint); border-color: var(--fill) }
.tile .title { display: block; font-weight: 600; font-size: .84rem; line-height: 1.25; flex: 1 }
.bar { display: flex; gap: 2px; height: 8px; margin: .55rem 0 .45rem; border-radius: 4px; overflow: hidden }
.bar i { background: var(--fill); min-width: 5px }
.counts { display: block; font-size: .82rem; color: var(--soft) }
.tile:is(.v-fail, .v-flaky, .v-blocked, .v-warn) .counts { color: var(--ink) }
.map .aside { font-size: .86rem; margin-top: .35rem }
.next { margin-top: 1.2rem }
:is(.next, .map) h2 small { margin-left: .3rem; font-size: .82rem; font-weight: 400; color: var(--soft) }
.cards { display: grid; align-items: start; grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr)); gap: .7rem }
.next > details { margin-top: .8rem }
.cause summary { list-style: none; cursor: pointer }
.next > details > summary { cursor: pointer; padding: .2rem 0 }
.cause { background: var(--sheet); border: 1px solid var(--line); border-left: 4px solid var(--fill); border-radius: 8px; padding: .7rem .9rem .75rem; box-shadow: var(--shade) }
.cause h3 { display: flex; align-items: baseline; gap: .4rem; font-size: .96rem; line-height: 1.35; text-wrap: wrap; overflow-wrap: anywhere }
.cause h3 > :last-child { min-width: 0 }
.cause .rank { flex: none; color: var(--soft); font-variant-numeric: tabular-nums }
.cause h3 code { font-weight: 450 }
.word { white-space: nowrap }
.cause summary h3::after { content: "more ▸"; flex: none; margin-left: auto; padding-left: .4rem; font-size: .8rem; font-weight: 450; color: var(--link) }
.cause [open] > summary h3::after { content: "less ▾" }
.cause summary:hover h3::after { text-decoration: underline }
.cause:is(:target, :has(:target)) { outline: 2px solid var(--focus); outline-offset: 2px }
.cause a { white-space: nowrap }
.cause .mark { color: var(--hue) }
.cause p { font-size: .88rem; line-height: 1.4; margin-top: .25rem; overflow-wrap: anywhere }
.cause .place { display: block; margin: .1rem 0 0 2.35rem; line-height: 1.3; color: var(--soft); overflow-wrap: anywhere }
.cause .rule { display: block; margin-top: .25rem; font-size: .88rem; line-height: 1.4; color: var(--soft); overflow-wrap: anywhere }
.cause .then code { overflow-wrap: anywhere }
.cause .then .copy { margin-left: .4rem }
.cause .found { margin: .25rem 0 0; padding-left: 0; font-size: .88rem; line-height: 1.4; overflow-wrap: anywhere }
.cause .fix { font-weight: 600; color: var(--hue) }
.again { margin-top: 1.1rem; padding-top: .9rem; border-top: 1px solid var(--line); font-size: .88rem }
.again { display: flex; flex-wrap: wrap; align-items: baseline; gap: .4rem .7rem }
.again code { padding: .5rem .65rem; background: var(--faint); border-radius: 6px }
button { font: inherit; font-size: .84rem; color: var(--ink); background: var(--sheet); border: 1px solid var(--line); border-radius: 6px; padding: .25rem .65rem; cursor: pointer }
button:hover { border-color: var(--soft) }
button:disabled { opacity: .5; cursor: default }
.run-again { margin-top: .5rem }

.toolbar { position: sticky; top: 0; z-index: 2; background: var(--paper); padding: .6rem 0 .7rem; margin-bottom: .4rem; border-bottom: 1px solid var(--line) }
.fields { display: flex; flex-wrap: wrap; gap: .6rem .8rem; align-items: flex-end }
.fields label { display: grid; gap: .15rem; font-size: .8rem; color: var(--soft) }
.fields .search { flex: 1 1 14rem }
input, select { font: inherit; font-size: .93rem; color: var(--ink); background: var(--sheet); border: 1px solid var(--soft); border-radius: 6px; padding: .38rem .6rem; width: 100%; min-height: 2.25rem }
::placeholder { color: var(--soft); opacity: 1 }
.fields button { min-height: 2.25rem }
.fields output { font-size: .86rem; color: var(--soft); min-width: 6.5rem; padding-bottom: .45rem }
.chips { display: flex; flex-wrap: wrap; gap: .4rem; margin-top: .6rem }
.chips button { display: inline-flex; align-items: center; gap: .4em; color: var(--hue); border-radius: 99px; padding: .2rem .75rem }
.chips button[aria-pressed=true] { background: var(--tint); border-color: var(--hue); box-shadow: inset 0 0 0 1px var(--hue); font-weight: 600 }
.chips .amount { color: inherit }
.one-line { grid-column: 2 / -1; font-size: .86rem; color: var(--soft); white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.requirement[open] > summary .one-line { display: none }
.held > summary { cursor: pointer; font-weight: 600; padding: .9rem 0 .3rem }
.area > h3 { margin: 1.7rem 0 .6rem; scroll-margin-top: calc(var(--covered, 7.7rem) + 1rem) }

.exchange { scroll-margin-top: calc(var(--covered, 7.7rem) + .8rem) }
.requirement { content-visibility: auto; contain-intrinsic-size: auto 2.75rem; background: var(--sheet); border: 1px solid var(--line); border-top-width: 0; scroll-margin-top: calc(var(--covered, 7.7rem) + .2rem) }
h3 + .requirement, .requirement[hidden] + .requirement { border-top-width: 1px }
h3 + .requirement { border-radius: 8px 8px 0 0 }
.requirement:last-of-type { border-radius: 0 0 8px 8px }
h3 + .requirement:last-of-type { border-radius: 8px }
.requirement > summary { display: grid; grid-template-columns: 4.6rem minmax(0, 1fr) 4.4rem 8.6rem; gap: .2rem .9rem; align-items: baseline; padding: .6rem .9rem; cursor: pointer; list-style: none; box-shadow: inset 3px 0 0 var(--fill) }
summary::-webkit-details-marker { display: none }
.requirement > summary:hover { background: var(--faint) }
.requirement[open] { content-visibility: visible }
.requirement[open] > summary { border-bottom: 1px solid var(--line) }
.id { font: 600 .84rem/1.5 var(--mono); white-space: nowrap }
.requirement .title { overflow-wrap: anywhere }
.v-not-specified .title, .v-not-applicable .title { color: var(--soft) }
.level { font-size: .76rem; color: var(--soft); letter-spacing: .03em }
.pill { display: inline-flex; align-items: center; gap: .45em; justify-self: start; align-self: center; color: var(--hue); background: var(--tint); border-radius: 99px; padding: .05rem .65rem .05rem .55rem; font-size: .83rem; font-weight: 600; white-space: nowrap }
.v-not-specified > summary .pill, .v-not-applicable > summary .pill { font-weight: 450 }
.body { padding: 1.1rem 1.2rem 1.4rem; scroll-margin-top: calc(var(--covered, 7.7rem) + 3.3rem) }
.why, .basis { display: grid; gap: .4rem; max-width: 62rem }
.why div, .basis div { display: grid; grid-template-columns: 9.5rem minmax(0, 1fr); gap: .1rem 1rem }
.why { background: var(--tint); border-left: 3px solid var(--fill); border-radius: 0 6px 6px 0; padding: .8rem 1rem; margin-bottom: 1.1rem }
.why dt { color: var(--hue); font-weight: 600 }
.why dd:first-of-type { color: var(--ink) }
.basis { font-size: .9rem }
.check { padding: .8rem 0; border-top: 1px solid var(--line) }
.check-title { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .7rem }
.check-title strong { font-weight: 600; overflow-wrap: anywhere }
.check-title > span:last-child { color: var(--soft); font-size: .84rem }
.message { margin-top: .45rem; font-size: .92rem; white-space: pre-wrap; overflow-wrap: anywhere; max-width: 62rem }
.why dd > .message:first-child { margin-top: 0 }
.step { margin-top: .2rem; font-size: .88rem; color: var(--soft); max-width: 62rem }
.evidence { margin-top: .6rem; font-size: .9rem }

.source { color: var(--soft); font-size: .9rem; margin-bottom: .8rem }
.source::before { content: "Contract: " }
.difference { display: grid; gap: .3rem; margin: .45rem 0; max-width: 62rem; font-size: .92rem }
.difference div, .why .difference div { display: grid; grid-template-columns: 5.2rem minmax(0, 1fr); gap: 0 .8rem }
.difference dt { color: var(--soft); font-weight: 600 }
.difference dd { font: .86em/1.55 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere }
.why .difference dt { color: inherit }
ins, del { text-decoration: none; border-radius: 3px; padding: 0 .15em; color: var(--ink) }
ins { background: var(--pass-tint); box-shadow: inset 0 -2px 0 var(--pass-fill) }
del { background: var(--fail-tint); box-shadow: inset 0 -2px 0 var(--fail-fill) }

.sequence { border: 1px solid var(--line); border-radius: 6px; margin-top: .5rem; background: var(--sheet); overflow: hidden }
.actors, .exchange > summary { display: grid; grid-template-columns: repeat(calc(2 * var(--lanes)), minmax(0, 1fr)); background-image: repeating-linear-gradient(90deg, transparent 0 calc(50% / var(--lanes) - .5px), var(--line) calc(50% / var(--lanes) - .5px) calc(50% / var(--lanes) + .5px), transparent calc(50% / var(--lanes) + .5px) calc(100% / var(--lanes))) }
.l2 { --lanes: 2 } .l3 { --lanes: 3 } .l4 { --lanes: 4 } .l5 { --lanes: 5 } .l6 { --lanes: 6 } .l7 { --lanes: 7 } .l8 { --lanes: 8 }
.actors { background-image: none; background-color: var(--faint); padding: .3rem 0; font-size: .78rem; font-weight: 600; color: var(--soft) }
.actors span { grid-column: span 2; text-align: center }
.again-from { padding: .3rem .8rem; background: var(--faint); border-top: 1px solid var(--line); font-size: .8rem; font-weight: 600; color: var(--soft); text-align: center }
.exchange { border-top: 1px solid var(--line) }
.exchange > summary { padding: .3rem 0; cursor: pointer; list-style: none }
.exchange > summary:hover { background-color: var(--faint) }
.exchange[open] > summary { background-color: var(--faint) }
.exchange > summary:focus-visible { outline-offset: -3px }
.hop { position: relative; font: .78rem/1.45 var(--mono); text-align: center; padding: 0 .8rem }
.asked, .answered { display: block; position: relative; overflow-wrap: anywhere }
.asked { padding-bottom: .18rem; border-bottom: 1.5px solid var(--soft); margin: 0 -.8rem; padding-inline: .9rem }
.answered { padding-top: .12rem }
.asked::after { content: ""; position: absolute; right: 1px; bottom: -4.5px; border: 4px solid transparent; border-left: 7px solid var(--soft); border-right: 0 }
.back .asked::after { right: auto; left: 1px; border: 4px solid transparent; border-right: 7px solid var(--soft); border-left: 0 }
.method { font-weight: 650 }
.path { overflow-wrap: anywhere }
.label { display: inline-block; font-family: var(--sans); font-size: .92em; color: var(--fail); border: 1px solid; border-radius: 99px; padding: 0 .5rem }
.label.other { color: var(--soft) }
.guilty > summary { box-shadow: inset 4px 0 0 var(--fail-fill) }
.folded { border-top: 1px solid var(--line) }
.folded > summary { padding: .35rem .8rem; cursor: pointer; font-size: .84rem; color: var(--soft) }
.status { font-weight: 650 }
.s2 { color: var(--pass) } .s3 { color: var(--soft) } .s4 { color: var(--blocked) } .s5, .none.status, .violating { color: var(--fail) }
.took { color: var(--soft) }
.wire { padding: .2rem .8rem .8rem; border-top: 1px solid var(--line) }
.findings { padding: .6rem 0 .1rem; font-size: .9rem }
.findings li { padding: .1rem 0; overflow-wrap: anywhere }
.findings a { font-weight: 600 }
.panes { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 1rem }
.pane-label { display: flex; justify-content: space-between; align-items: center; min-height: 1.9rem; margin: .5rem 0 .15rem; font-size: .8rem; font-weight: 600; color: var(--soft) }
.whose { font-weight: 450; margin: 0 auto 0 .8rem }
pre { margin: 0; padding: .65rem .8rem; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; font-size: .8rem; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 32rem; overflow: auto; unicode-bidi: isolate; tab-size: 2 }
.key { font-weight: 600 }
mark { background: var(--marked); color: var(--marked-ink); border-radius: 2px; box-shadow: 0 0 0 2px var(--marked) }
.findings .other { color: var(--soft) }
mark.other { background: none; color: inherit; box-shadow: none; border-bottom: 1px dashed var(--soft) }
.note { color: var(--fail); font-family: var(--sans); font-weight: 600; padding-left: .3rem }
.note.other { color: var(--soft); font-weight: 450 }
.unprintable { color: var(--flaky); border: 1px solid; border-radius: 3px; font-size: .82em; padding: 0 .15em; margin: 0 1px }
mark .unprintable { color: inherit }
.origin { margin-top: .6rem; font-size: .8rem; color: var(--soft); overflow-wrap: anywhere }

#coverage { margin: 3.2rem 0 2rem }
#coverage h3 { margin: 1.6rem 0 .6rem }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--sheet) }
table { border-collapse: collapse; width: 100%; font-size: .88rem }
th, td { padding: .42rem .8rem; text-align: left; border-top: 1px solid var(--line); vertical-align: baseline }
thead th { border-top: 0; color: var(--soft); font-weight: 550 }
tbody th { font-weight: 450 }
.number { text-align: right; width: 4.5rem }
td.never { color: var(--blocked) }
td.none { color: var(--soft) }
.values th[scope=row] { white-space: nowrap }
.values code { display: inline-block; margin-right: .5rem }
.names { display: flex; flex-wrap: wrap; gap: .3rem .5rem; font-size: .9rem }
.names li { background: var(--sheet); border: 1px solid var(--line); border-radius: 5px; padding: .1rem .5rem }
.names span { color: var(--soft) }
.never-seen { margin-top: .8rem }
.never-seen > summary { list-style: none; cursor: pointer; font-weight: 600; padding: .2rem 0 }
.never-seen > summary::before { content: "▸ "; color: var(--soft) }
.never-seen[open] > summary::before { content: "▾ " }
.never-seen > :not(summary) { margin-top: .5rem }
.state-tables { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(34rem, 100%), 1fr)); gap: 1.4rem 1.6rem; margin-bottom: 1.8rem }
.state-table { min-width: 0 }
.state-table h4 { font-size: .93rem; color: var(--ink); margin: 0 0 .35rem }
.diagram { display: block; margin: .3rem 0; max-width: 100%; height: auto; font: 600 11px var(--mono) }
.diagram.tall { display: none }
.diagram text { fill: var(--ink) }
.diagram rect { fill: var(--sheet); stroke: var(--soft) }
.diagram .seen rect { fill: var(--pass-tint); stroke: var(--pass-fill); stroke-width: 1.5 }
.diagram .unseen rect { stroke-dasharray: 4 3 }
.diagram .unseen text, .diagram .any text { fill: var(--soft) }
.diagram .any rect { fill: none; stroke: none }
.diagram .created { fill: var(--soft) }
.move path { fill: none; stroke: var(--soft) }
.move .head { fill: var(--soft); stroke: none }
.move.seen path { stroke: var(--pass-fill); stroke-width: 2.6 }
.move.seen .head { fill: var(--pass-fill); stroke: none }
.move.unseen path { stroke-dasharray: 5 4 }
.move.other path { stroke: var(--soft); stroke-width: 1 }
.move.other .head { fill: var(--soft) }
.timing svg { display: block; overflow: visible }
.timing text { font: 10.5px var(--sans); fill: var(--soft) }
.timing td, .timing tbody th { padding-top: .15rem; padding-bottom: .15rem; vertical-align: middle }
.timing .number { white-space: nowrap }
.timing path { fill: var(--na-fill); stroke: var(--soft); stroke-width: .7 }
.timing path.median { stroke: var(--link); stroke-width: 2 }
#timing { margin: 2.4rem 0 2rem }

footer { color: var(--soft); font-size: .86rem; padding-top: 1.2rem; padding-bottom: 3rem; border-top: 1px solid var(--line); display: grid; gap: .4rem }

@media (max-width: 62rem) {
  .overview { grid-template-columns: minmax(0, 1fr) }
  .panes { grid-template-columns: minmax(0, 1fr) }
}
@media (max-width: 44rem) {
  main, footer, .top .inner { padding-left: 1rem; padding-right: 1rem }
  .totals { display: flex; flex-wrap: wrap; gap: 0 1rem; background: none; border: 0; box-shadow: none; border-radius: 0 }
  .counted p { margin: 0 }
  .totals li { border-top: 0 }
  .totals a { display: flex; align-items: baseline; gap: .3rem; padding: .1rem 0 }
  .totals strong { font-size: 1rem; min-width: 0 }
  .totals li + li { border-left: 0 }
  .top .inner > span:not(.brand) { display: none }
  .top nav { overflow-x: auto; gap: .8rem; white-space: nowrap }
  .seal { width: 2.6rem; height: 2.6rem; margin-top: .2rem }
  .said { gap: .8rem }
  .banner { padding-top: .6rem; gap: .5rem }
  .subject { font-size: .95rem }
  h1 { font-size: 1.8rem }
  .sentence { font-size: .88rem; line-height: 1.3; margin-top: .1rem }
  .restricted { font-size: .88rem }
  .next { margin-top: .4rem }
  .next h2 { margin-bottom: .3rem; font-size: 1.1rem }
  .cards { gap: .3rem }
  .cause { padding: .2rem .7rem }
  .cause h3 { font-size: .88rem; font-weight: 600; line-height: 1.2 }
  .cause .rule { margin-top: 0; font-size: .78rem; line-height: 1.25 }
  .cause summary h3::after { content: "▸" }
  .cause [open] > summary h3::after { content: "▾" }
  .cause details:not([open]) .rule { display: none }
  .cause .place { margin: 0 0 0 2.2rem; font-size: .7rem; line-height: 1.15 }
  .cause .then .copy { display: block; margin: .3rem 0 0 }
  .toolbar { position: static }
  .requirement, .exchange { scroll-margin-top: 1rem }
  .requirement > summary { grid-template-columns: auto 1fr auto; row-gap: .3rem }
  .requirement > summary .title { grid-column: 1 / -1; grid-row: 2 }
  .one-line { grid-column: 1 / -1; white-space: normal }
  .requirement > summary .pill { justify-self: end }
  .why div, .basis div { grid-template-columns: minmax(0, 1fr) }
  .body { padding: .9rem }
  .diagram.wide { display: none }
  .diagram.tall { display: block }
  .state-table table { table-layout: fixed; font-size: .8rem }
  .state-table th, .state-table td { padding: .35rem .3rem; overflow-wrap: anywhere }
  .state-table .number { width: 3.2rem }
  #profiles th, #profiles td { padding: .45rem .4rem; font-size: .82rem }
  #profiles .number { width: 4.4rem; white-space: normal }
  .actors { display: none }
  .exchange > summary { background-image: none }
  .hop { grid-column: 1 / -1 !important; padding: 0 1.6rem }
  .sequence .sr { position: static; clip-path: none; width: auto; height: auto; display: block; font-family: var(--sans); color: var(--soft) }
}
@media print {
  :root { ${LIGHT} --paper: #fff }
  body { font-size: 10.5pt }
  .top nav, .toolbar, .copy, .skip { display: none }
  .requirement { break-inside: avoid-page; content-visibility: visible }
  .held::details-content, .requirement:not(.v-pass)::details-content { content-visibility: visible; block-size: auto }
  pre { max-height: none }
  .scroll { overflow: visible }
  .timing { zoom: .66 }
}
`
