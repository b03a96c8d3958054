/** What the page of `assay ui` does in the browser. Its source text is put into the page: it uses nothing from outside. */

interface State {
  readonly runs: readonly {
    readonly name: string
    readonly status: string
    readonly isUnderWay: boolean
    readonly revision: string
  }[]
}

interface Report {
  readonly page: string
  readonly revision: string
  readonly causes: readonly (readonly string[])[]
}

/** Shows the newest run, follows it, and runs again what a person clicks. */
export function startUi(): void {
  const POLL_MS = 1_000
  // A page that is replaced more often cannot be read, and takes time from the run.
  const REPLACE_MS = 3_000
  const TOKEN = 'assay-token'
  if (location.hash.length > 1) {
    sessionStorage.setItem(TOKEN, location.hash.slice(1))
    // Not in the history, nor in a copied address.
    history.replaceState(null, '', '/')
  }
  const token = sessionStorage.getItem(TOKEN) ?? ''
  const frame = document.querySelector<HTMLIFrameElement>('#report')!
  const status = document.querySelector('#status')!
  const select = document.querySelector<HTMLSelectElement>('#runs')!
  const again = document.querySelector<HTMLButtonElement>('#again')!
  let shown = ''
  let shownAt = 0
  let causes: Report['causes'] = []
  let isUnderWay = true

  const ask = (path: string, only?: readonly string[]) =>
    fetch(path, {
      method: only ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(only && { body: JSON.stringify({ only }) }),
    })

  const run = async (only: readonly string[]): Promise<void> => {
    const response = await ask('/run', only)
    if (!response.ok) status.textContent = await response.text()
    await refresh()
    select.value = select.options[select.options.length - 1]?.value ?? ''
    await refresh()
  }

  const enable = (): void => {
    const buttons = frame.contentDocument?.querySelectorAll<HTMLButtonElement>('button.run-again') ?? []
    for (const button of [...buttons, again]) button.disabled = isUnderWay
  }

  const addButton = (place: Element, only: () => readonly string[]): void => {
    if (place.querySelector(':scope > button.run-again')) return
    const button = place.ownerDocument.createElement('button')
    button.type = 'button'
    button.className = 'run-again'
    button.textContent = 'Run again'
    button.disabled = isUnderWay
    button.addEventListener('click', () => void run(only()))
    place.append(button)
  }

  /** What a person had opened and scrolled to stays as it was; the report keeps its filter itself. */
  const reading = () => {
    const page = frame.contentDocument
    const open = [...(page?.querySelectorAll('details.requirement[open] .body') ?? [])].map(({ id }) => id)
    return { open, top: frame.contentWindow?.scrollY ?? 0 }
  }

  const prepare = ({ open, top }: ReturnType<typeof reading>): void => {
    const page = frame.contentDocument
    if (!page) return
    page.querySelectorAll('.cause').forEach((card, index) => addButton(card, () => causes[index] ?? []))
    const offer = (details: Element) => {
      const body = details.querySelector('.body')
      if (body) addButton(body, () => [body.id])
    }
    page.addEventListener(
      'toggle',
      ({ target }) => {
        const details = target as Element
        if (details.matches('details.requirement[open]')) offer(details)
      },
      true,
    )
    for (const details of page.querySelectorAll('details.requirement[open]')) offer(details)
    for (const id of open) page.getElementById(id)?.closest('details')?.setAttribute('open', '')
    frame.contentWindow?.scrollTo({ top, behavior: 'instant' })
  }

  const show = async (index: string): Promise<void> => {
    const response = await ask(`/report?run=${index}`)
    if (!response.ok) return
    const report = (await response.json()) as Report
    const kept = reading()
    const loaded = new Promise((done) => frame.addEventListener('load', done, { once: true }))
    causes = report.causes
    frame.contentWindow?.location.replace(report.page)
    await loaded
    shown = `${index} ${report.revision}`
    shownAt = Date.now()
    prepare(kept)
  }

  const refresh = async (): Promise<void> => {
    const response = await ask('/state')
    if (!response.ok) {
      status.textContent = await response.text()
      return
    }
    const { runs } = (await response.json()) as State
    while (select.options.length < runs.length) {
      const { length } = select.options
      select.append(new Option(runs[length]!.name, String(length)))
    }
    const current = runs[Number(select.value)]
    isUnderWay = runs.at(-1)?.isUnderWay === true
    status.textContent = current?.status ?? ''
    enable()
    const isShown = shown === `${select.value} ${current?.revision}`
    const isOther = !shown.startsWith(`${select.value} `)
    const isDue = isOther || current?.isUnderWay === false || Date.now() - shownAt > REPLACE_MS
    if (current && current.revision !== '' && !isShown && isDue) await show(select.value)
  }

  const follow = async (): Promise<void> => {
    await refresh().catch(() => (status.textContent = 'assay ui has ended.'))
    setTimeout(() => void follow(), POLL_MS)
  }
  again.addEventListener('click', () => void run([]))
  select.addEventListener('change', () => void refresh())
  void follow()
}
