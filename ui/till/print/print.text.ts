// Words of the till for the receipt printer beside it: how printing went, and what to do when it did not.

const en = {
  printing: 'Printing…',
  printed: 'Printed',
  print_off: 'The printer does not answer. Check that it is on and on the same network. Nothing was printed.',
  print_doubt:
    'The printer did not finish. Check its paper, and look at what came out before you print again.',
  print_busy: 'The printer is busy. Print again in a moment.',
  print_lost: 'The Kaunta box did not answer. Look at the printer before you print again.',
  print_here: 'Print from this browser instead',
}

const sw: Record<keyof typeof en, string> = {
  printing: 'Inachapa…',
  printed: 'Imechapwa',
  print_off: 'Printa haijibu. Hakikisha imewashwa na iko kwenye mtandao huu. Hakuna kilichochapwa.',
  print_doubt: 'Printa haikumaliza. Angalia karatasi yake, na kilichotoka, kabla ya kuchapa tena.',
  print_busy: 'Printa ina kazi nyingine. Chapa tena baada ya muda mfupi.',
  print_lost: 'Mashine ya Kaunta haikujibu. Angalia printa kabla ya kuchapa tena.',
  print_here: 'Chapa kwa kivinjari hiki badala yake',
}

export const tillPrint = { en, sw }
