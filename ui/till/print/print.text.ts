// Texts of the till about its receipt printer: progress, and what to do after a failure.

const en = {
  printing: 'Printing…',
  printed: 'Printed',
  print_unreachable:
    "Can't reach the printer. Check that it is on and on the same network. Nothing was printed.",
  print_unfinished: "The printer didn't finish. Check its paper and what came out before you print again.",
  print_busy: 'The printer is busy. Print again in a moment.',
  print_no_answer: "Kaunta didn't answer. Check the printer before you print again.",
  print_browser: 'Print from this browser',
}

const sw: Record<keyof typeof en, string> = {
  printing: 'Inachapisha…',
  printed: 'Imechapishwa',
  print_unreachable:
    'Printa haipatikani. Hakikisha imewashwa na iko kwenye mtandao huu. Hakuna kilichochapishwa.',
  print_unfinished: 'Printa haikumaliza. Angalia karatasi na kilichotoka kabla ya kuchapisha tena.',
  print_busy: 'Printa ina kazi nyingine. Chapisha tena baada ya muda mfupi.',
  print_no_answer: 'Mfumo haukujibu. Angalia printa kabla ya kuchapisha tena.',
  print_browser: 'Chapisha kwa kivinjari hiki',
}

export const tillPrint = { en, sw }
