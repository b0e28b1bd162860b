// The browser storage key of the till's current sale. Other tabs and the customer display read it there.

export const saleStorageKey = 'till.sale'
