import type { RecordedDeployment } from '../fixtures/recording/recording.ts'

/**
 * What the deployment file adds to requests, one text each, such as `header x-tenant`, `body of createCustomer` or
 * `query of createCustomer (mode)`. Without values: those are in `recording.json`.
 */
export const addedToRequests = ({
  headers,
  requests,
  operations,
}: Pick<RecordedDeployment, 'headers' | 'requests' | 'operations'>): readonly string[] => [
  ...Object.keys(headers).map((name) => `header ${name}`),
  ...Object.keys(requests).map((operation) => `body of ${operation}`),
  ...Object.entries(operations).flatMap(([operation, binding]) => {
    const names = [...new Set(new URLSearchParams(binding?.path.split('?')[1] ?? '').keys())]
    return names.length === 0 ? [] : [`query of ${operation} (${names.join(', ')})`]
  }),
]
