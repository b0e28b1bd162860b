// Under this name the till keeps its one sale in the browser: other tabs and the customer's screen read it
// there.

export const storedSale = 'till.sale'
