// Which tap was meant as the one before.
import { describe, expect, test } from 'bun:test'
import { isDoubleTap } from '../../../ui/kit/double-tap.ts'

describe('a second tap', () => {
  const gone = { isConnected: false } as Element
  const there = { isConnected: true } as Element
  const first = { at: 1_000, x: 100, y: 100, control: gone }
  test.each([
    [
      'at the same spot, at once, where the first button has gone',
      { at: 1_180, x: 103, y: 98, control: there },
      first,
      true,
    ],
    ['half a second later', { at: 1_500, x: 103, y: 98, control: there }, first, false],
    ['somewhere else', { at: 1_180, x: 200, y: 98, control: there }, first, false],
    [
      'next to a button that is still there',
      { at: 1_180, x: 103, y: 98, control: gone },
      { ...first, control: there },
      false,
    ],
    ['on the same button', { at: 1_180, x: 103, y: 98, control: gone }, first, false],
    ['without a first', { at: 1_180, x: 103, y: 98, control: there }, undefined, false],
  ] as const)('%s', (_, second, before, meant) => {
    expect(isDoubleTap(second, before)).toBe(meant)
  })
})
