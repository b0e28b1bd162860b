// The browser storage key of what is typed for the next sale.

export const draftStorageKey = 'till.draft'
