/** A bulk upload of customers. */
export interface CustomerUploadJob {
  readonly id: string
  readonly status: 'PROCESSING' | 'COMPLETED'
}

/** Stored resources of customers, besides the customers themselves. */
export interface CustomersStore {
  readonly customerUploadJobs: Map<string, CustomerUploadJob>
}

export const emptyCustomers = (): CustomersStore => ({ customerUploadJobs: new Map() })
