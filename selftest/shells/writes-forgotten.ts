import { copyOf } from './copied-store.ts'
import { isWrite, type Shell } from './shell.ts'

/** Every write is performed on a copy of the store, which is then discarded; no event is delivered. */
export const writesForgotten: Shell = {
  id: 'writes-forgotten',
  title: 'accepts every write as the reference server does, but does not store it',
  api:
    ({ serve, serveOn, store }) =>
    (request) =>
      isWrite(request) ? serveOn(copyOf(store), request) : serve(request),
  replace: { webhookCopies: 0, webhookTestIsDelivered: false },
}
