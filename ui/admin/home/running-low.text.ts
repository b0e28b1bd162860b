// The words of the card of items that are low.

const en = {
  running_low: 'Running low',
  running_low_all: 'All {{number}}',
  running_low_left: '{{number}} left',
}

const sw: Record<keyof typeof en, string> = {
  running_low: 'Zimebaki kidogo',
  running_low_all: 'Zote {{number}}',
  running_low_left: 'Stoku {{number}}',
}

export const runningLow = { en, sw }
