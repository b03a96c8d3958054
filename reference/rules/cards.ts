/** What the contract rules on cards. */
export const cardsRules = {}
