/**
 * Starts the page of `assay ui`: shows and follows the newest run, and runs clicked requirements and causes again.
 */
import { askUi, takeToken, type Report, type RunState, type State } from './ask-ui.ts'
import { offerRuns, replacePage } from './framed-report.ts'

const POLL_MS = 1_000
// A page that is replaced more often cannot be read, and takes time from the run.
const REPLACE_MS = 3_000

interface Bar {
  readonly frame: HTMLIFrameElement
  readonly status: Element
  readonly progress: HTMLProgressElement
  readonly select: HTMLSelectElement
  readonly again: HTMLButtonElement
}

function startUi(): void {
  const token = takeToken()
  const bar = findBar()
  let shown = ''
  let shownAt = 0

  const run = async (only: readonly string[]): Promise<void> => {
    const response = await askUi(token, '/run', only)
    if (!response.ok) bar.status.textContent = await response.text()
    await refresh()
    bar.select.value = bar.select.options[bar.select.options.length - 1]?.value ?? ''
    await refresh()
  }
  const show = async (index: string, isUnderWay: boolean): Promise<void> => {
    const response = await askUi(token, `/report?run=${index}`)
    if (!response.ok) return
    const { page, revision, causes } = (await response.json()) as Report
    await replacePage(bar.frame, page)
    shown = `${index} ${revision}`
    shownAt = Date.now()
    offerRuns(bar.frame, causes, (only) => void run(only))
    enableRuns(bar, isUnderWay)
  }
  const refresh = async (): Promise<void> => {
    const response = await askUi(token, '/state')
    if (!response.ok) {
      bar.status.textContent = await response.text()
      return
    }
    const { runs } = (await response.json()) as State
    const isUnderWay = runs.at(-1)?.isUnderWay === true
    const current = showRuns(bar, runs)
    enableRuns(bar, isUnderWay)
    const { value } = bar.select
    const isShown = shown === `${value} ${current?.revision}`
    const isOther = !shown.startsWith(`${value} `)
    const isDue = isOther || current?.isUnderWay === false || Date.now() - shownAt > REPLACE_MS
    if (current && current.revision !== '' && !isShown && isDue) await show(value, isUnderWay)
  }
  const follow = async (): Promise<void> => {
    await refresh().catch(() => (bar.status.textContent = 'assay ui has ended.'))
    setTimeout(() => void follow(), POLL_MS)
  }
  bar.again.addEventListener('click', () => void run([]))
  bar.select.addEventListener('change', () => void refresh())
  void follow()
}

function findBar(): Bar {
  return {
    frame: document.querySelector<HTMLIFrameElement>('#report')!,
    status: document.querySelector('#status')!,
    progress: document.querySelector<HTMLProgressElement>('#progress')!,
    select: document.querySelector<HTMLSelectElement>('#runs')!,
    again: document.querySelector<HTMLButtonElement>('#again')!,
  }
}

/** Lists the runs, and says how far the chosen one is. */
function showRuns({ select, status, progress }: Bar, runs: readonly RunState[]): RunState | undefined {
  while (select.options.length < runs.length) {
    const { length } = select.options
    select.append(new Option(runs[length]!.name, String(length)))
  }
  const current = runs[Number(select.value)]
  status.textContent = current?.status ?? ''
  progress.hidden = current?.isUnderWay !== true
  progress.max = Math.max(current?.planned ?? 0, 1)
  progress.value = current?.judged ?? 0
  return current
}

/** One run at a time. */
function enableRuns({ frame, again }: Bar, isUnderWay: boolean): void {
  const buttons = frame.contentDocument?.querySelectorAll<HTMLButtonElement>('button.run-again') ?? []
  for (const button of [...buttons, again]) button.disabled = isUnderWay
}

startUi()
