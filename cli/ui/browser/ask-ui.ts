/** The requests of the page of `assay ui` to the program. */

export interface RunState {
  readonly name: string
  readonly status: string
  readonly isUnderWay: boolean
  /** Checks that were judged, and how many there are; 0: not known yet. */
  readonly judged: number
  readonly planned: number
  readonly revision: string
}

export interface State {
  readonly runs: readonly RunState[]
}

export interface Report {
  readonly page: string
  readonly revision: string
  /** The requirements of each cause, in the order of the page. */
  readonly causes: readonly (readonly string[])[]
}

/** The token of the address, which is kept for this tab and nowhere else. */
export function takeToken(): string {
  const name = 'assay-token'
  if (location.hash.length > 1) {
    sessionStorage.setItem(name, location.hash.slice(1))
    // Not in the history, nor in a copied address.
    history.replaceState(null, '', '/')
  }
  return sessionStorage.getItem(name) ?? ''
}

/** @param only requirements to run again; undefined: nothing is started */
export function askUi(token: string, path: string, only?: readonly string[]): Promise<Response> {
  return fetch(path, {
    method: only ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(only && { body: JSON.stringify({ only }) }),
  })
}
