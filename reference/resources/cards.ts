/** What the deployment holds for cards. */
export interface CardsStore {}

export const emptyCards = (): CardsStore => ({})
