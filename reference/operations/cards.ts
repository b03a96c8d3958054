/** Operations of cards, by the names of their bindings and the credentials they take. */
export const cardsOperations = { platform: {}, agent: {}, open: {} }
