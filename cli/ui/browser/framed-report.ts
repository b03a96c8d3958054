/** The report in the frame. Opened elements stay open when a newer page replaces it. */

export interface Reading {
  /** Ids of the requirements that are open. */
  readonly open: readonly string[]
  readonly top: number
}

/** The report keeps its filter itself. */
export function readingOf(frame: HTMLIFrameElement): Reading {
  const opened = frame.contentDocument?.querySelectorAll('details.requirement[open] .body') ?? []
  return { open: [...opened].map(({ id }) => id), top: frame.contentWindow?.scrollY ?? 0 }
}

/** Puts a page into the frame, as it was read before. */
export async function replacePage(frame: HTMLIFrameElement, page: string): Promise<void> {
  const { open, top } = readingOf(frame)
  const loaded = new Promise((done) => frame.addEventListener('load', done, { once: true }))
  frame.contentWindow?.location.replace(page)
  await loaded
  for (const id of open)
    frame.contentDocument?.getElementById(id)?.closest('details')?.setAttribute('open', '')
  frame.contentWindow?.scrollTo({ top, behavior: 'instant' })
}

/** Puts a button into each cause, and into each requirement that is opened. */
export function offerRuns(
  frame: HTMLIFrameElement,
  causes: readonly (readonly string[])[],
  run: (only: readonly string[]) => void,
): void {
  const page = frame.contentDocument
  if (!page) return
  page.querySelectorAll('.cause').forEach((card, index) => addButton(card, () => run(causes[index] ?? [])))
  const offer = (details: Element) => {
    const body = details.querySelector('.body')
    if (body) addButton(body, () => run([body.id]))
  }
  page.addEventListener(
    'toggle',
    ({ target }) => {
      if ((target as Element).matches('details.requirement[open]')) offer(target as Element)
    },
    true,
  )
  for (const details of page.querySelectorAll('details.requirement[open]')) offer(details)
}

export function addButton(place: Element, run: () => void): void {
  if (place.querySelector(':scope > button.run-again')) return
  const button = place.ownerDocument.createElement('button')
  button.type = 'button'
  button.className = 'run-again'
  button.textContent = 'Run again'
  button.addEventListener('click', run)
  place.append(button)
}
