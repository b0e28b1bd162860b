import { describe, expect, test } from 'bun:test'
import {
  type Actor,
  actorColumns,
  actorOf,
  formatActor,
  isSameActor,
  parseActor,
} from '../../src/domain/actor.ts'

const actors: readonly (readonly [text: string, Actor])[] = [
  ['staff:asha', { kind: 'staff', staffId: 'asha', tillId: null }],
  ['staff:asha:till_1', { kind: 'staff', staffId: 'asha', tillId: 'till_1' }],
  ['till:till_1', { kind: 'till', tillId: 'till_1' }],
  ['key:key_1', { kind: 'key', keyId: 'key_1' }],
  ['server', { kind: 'server' }],
]

describe('an actor', () => {
  test.each(actors)('%s is a text and back', (text, actor) => {
    expect(formatActor(actor)).toBe(text)
    expect(parseActor(text)).toEqual(actor)
  })

  test.each(actors)('%s is three columns and back', (_, actor) =>
    expect(actorOf(actorColumns(actor))).toEqual(actor),
  )

  test('of a table without tills has no till', () =>
    expect(actorOf({ staffId: 'asha', keyId: null })).toEqual({
      kind: 'staff',
      staffId: 'asha',
      tillId: null,
    }))

  test.each([
    '',
    'staff',
    'staff:',
    'staff::till_1',
    'staff:asha:',
    'staff:asha:till_1:x',
    'till:till_1:x',
    'key:',
    'key:key_1:till_1',
    'server:',
    'server:1',
    'box',
    'staff asha',
    'user:asha',
  ])('is not read from %p', text => expect(parseActor(text)).toBeUndefined())

  test('is the same only in all of its parts', () => {
    for (const [one, a] of actors)
      for (const [other, b] of actors) expect(isSameActor(a, b)).toBe(one === other)
  })
})
