// The answers of printers, byte by byte.
import { expect, test } from 'bun:test'
import { printerStateOf } from '../../src/domain/printer-state.ts'

test.each([
  ['nothing', [], undefined],
  ['paper is there', [0x00], 'through'],
  ['paper is nearly at its end', [0x03], 'through'],
  ['its fixed bits', [0x60], 'through'],
  ['no paper', [0x0c], 'no_paper'],
  ['no paper, nearly none before', [0x0f], 'no_paper'],
  ['a pause and on', [0x13, 0x11], undefined],
  ['a pause, then paper', [0x13, 0x11, 0x00], 'through'],
  ['a state sent without a request', [0x10, 0x00, 0x0c, 0x0f], undefined],
  ['half of one', [0x14, 0x00], undefined],
  ['one, then paper', [0x10, 0x00, 0x0c, 0x0f, 0x00], 'through'],
  ['two of them, then none', [0x10, 0, 0, 0, 0x1c, 0, 0, 0, 0x0c], 'no_paper'],
  ['something else', [0xff, 0x90], undefined],
] as const)('%s', (_, heard, told) => {
  expect(printerStateOf(heard)).toBe(told)
})
