// The text of links to the guides, which are in English.

const en = { read: 'Read the guide' }

const sw: Record<keyof typeof en, string> = { read: 'Soma mwongozo (Kiingereza)' }

export const guideLink = { en, sw }
