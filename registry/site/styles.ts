/** The look of the registry: both themes, phone to desk. */
export const REGISTRY_STYLES = `
:root { color-scheme: light dark; --paper: #f6f6f4; --sheet: #fff; --ink: #17191f; --soft: #59606e; --line: #dcdee3; --link: #1c4f9c; --good: #11663c; --bad: #b3231a }
@media (prefers-color-scheme: dark) { :root { --paper: #101216; --sheet: #181b21; --ink: #e9ebf0; --soft: #a2a9b7; --line: #2e333d; --link: #8fbaff; --good: #7fd6ab; --bad: #ff9489 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
header, main { max-width: 80rem; margin: 0 auto; padding: .8rem 1rem }
nav { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem }
a { color: var(--link) }
h1 { font-size: 1.7rem; line-height: 1.2; margin: .6rem 0; overflow-wrap: anywhere }
h2 { font-size: 1.15rem; margin: 1.6rem 0 .5rem }
.scroll { overflow-x: auto; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px }
table { border-collapse: collapse; width: 100% }
th, td { padding: .4rem .7rem; text-align: left; border-top: 1px solid var(--line); vertical-align: baseline }
thead th { border-top: 0; color: var(--soft); font-weight: 550 }
.matrix td { text-align: center }
.good { color: var(--good) } .bad { color: var(--bad) } .soft { color: var(--soft) }
label { display: block; margin: .8rem 0 }
input { font: inherit; color: inherit; background: var(--sheet); border: 1px solid var(--soft); border-radius: 6px; padding: .35rem .6rem; width: min(24rem, 100%) }
pre { overflow-x: auto; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; padding: .7rem; white-space: pre-wrap; overflow-wrap: anywhere }
code, pre { font-family: ui-monospace, Consolas, monospace; font-size: .87em }
dl { display: grid; grid-template-columns: minmax(6rem, max-content) minmax(0, 1fr); gap: .25rem 1rem; margin: 0 }
dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere }
[hidden] { display: none !important }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
`
