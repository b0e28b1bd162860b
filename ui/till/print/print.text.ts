// Texts of the till about its receipt printer: progress, and what to do after a failure.

const en = {
  print: 'Print receipt',
  print_again: 'Print again',
  printing: 'Printing…',
  printed: 'Printed',
  print_no_answer: 'Kaunta didn’t answer. Check the printer before you print again.',
  print_browser: 'Print from this browser',
}

const sw: Record<keyof typeof en, string> = {
  print: 'Chapisha',
  print_again: 'Chapisha tena',
  printing: 'Inachapisha…',
  printed: 'Imechapishwa',
  print_no_answer: 'Mfumo haukujibu. Angalia printa kabla ya kuchapisha tena.',
  print_browser: 'Chapisha kwa kivinjari hiki',
}

export const tillPrint = { en, sw }
