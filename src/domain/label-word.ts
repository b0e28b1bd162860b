// The words on a label for the shelf, in both languages.

const en = {
  label_per: 'per {{unit}}',
  label_wholesale: 'From {{quantity}}: {{money}}',
  unit_kg: 'kg',
  unit_litre: 'litre',
  unit_metre: 'metre',
  unit_packet: 'packet',
  unit_pair: 'pair',
  unit_bottle: 'bottle',
  unit_plate: 'plate',
}
const sw: Record<keyof typeof en, string> = {
  label_per: 'kwa {{unit}}',
  label_wholesale: 'Kuanzia {{quantity}}: {{money}}',
  unit_kg: 'kilo',
  unit_litre: 'lita',
  unit_metre: 'mita',
  unit_packet: 'pakiti',
  unit_pair: 'jozi',
  unit_bottle: 'chupa',
  unit_plate: 'sahani',
}

export type LabelWords = typeof en
export const labelWords = { en, sw }

const isWord = (name: string, words: LabelWords): name is keyof LabelWords => name in words

/** Returns the word for a unit in the language of `words`; the name of a shop's own unit stays as it is. */
export function unitWord(unit: string, words: LabelWords): string {
  const name = `unit_${unit}`
  return isWord(name, words) ? words[name] : unit
}
