/** Requirement ids as ranges: `OWN-01–03, OWN-07`. */
export function idRanges(ids: readonly string[]): string {
  const runs: { area: string; first: string; last: string }[] = []
  for (const id of ids) {
    const [area = '', number = ''] = id.split('-')
    const run = runs.at(-1)
    if (run?.area === area && Number(run.last) + 1 === Number(number)) run.last = number
    else runs.push({ area, first: number, last: number })
  }
  return runs
    .map(({ area, first, last }) => (first === last ? `${area}-${first}` : `${area}-${first}–${last}`))
    .join(', ')
}
