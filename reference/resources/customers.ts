/** What the deployment holds for customers. */
export interface CustomersStore {}

export const emptyCustomers = (): CustomersStore => ({})
