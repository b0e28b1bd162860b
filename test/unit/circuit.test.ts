// The circuit breaker: what opens it, when it is tried again, and the effect of each answer.
import { describe, expect, test } from 'bun:test'
import {
  admitsOrder,
  type Circuit,
  circuitAfterOrder,
  circuitWhileSending,
  closedCircuit,
  failuresMax,
  openMs,
  stateOfCircuit,
} from '../../src/domain/circuit.ts'

const at = { now: 1_000_000, ranMs: 5_000 }
const failed = (circuit: Circuit, ranMs = at.ranMs) =>
  circuitAfterOrder(circuit, false, { now: at.now + ranMs, ranMs })
const opened = Array.from({ length: failuresMax }).reduce<Circuit>(circuit => failed(circuit), closedCircuit)
const due = at.ranMs + openMs

describe('the circuit', () => {
  test('opens after failures in a row, and not one before', () => {
    const before = Array.from({ length: failuresMax - 1 }).reduce<Circuit>(
      circuit => failed(circuit),
      closedCircuit,
    )
    expect([stateOfCircuit(before, at.ranMs), admitsOrder(before, at.ranMs)]).toEqual(['closed', true])
    expect([stateOfCircuit(opened, at.ranMs), admitsOrder(opened, at.ranMs)]).toEqual(['open', false])
    expect(opened.openedAt).toBe(at.now + at.ranMs)
  })

  test('an answer in between starts the count again', () => {
    const before = Array.from({ length: failuresMax - 1 }).reduce<Circuit>(
      circuit => failed(circuit),
      closedCircuit,
    )
    expect(stateOfCircuit(failed(circuitAfterOrder(before, true, at)), at.ranMs)).toBe('closed')
  })

  test('is tried by one order when its time has come', () => {
    expect([stateOfCircuit(opened, due - 1), admitsOrder(opened, due - 1)]).toEqual(['open', false])
    expect([stateOfCircuit(opened, due), admitsOrder(opened, due)]).toEqual(['half_open', true])
    expect(admitsOrder(circuitWhileSending(opened), due)).toBe(false)
  })

  test('a closed one lets all orders through at a time', () =>
    expect(admitsOrder(circuitWhileSending(closedCircuit), due)).toBe(true))

  test('closes when the try works', () =>
    expect(circuitAfterOrder(circuitWhileSending(opened), true, { now: at.now, ranMs: due })).toEqual(
      closedCircuit,
    ))

  test('is open again when it fails, since it first opened', () => {
    const again = failed(circuitWhileSending(opened), due)
    expect([stateOfCircuit(again, due), stateOfCircuit(again, due + openMs)]).toEqual(['open', 'half_open'])
    expect([again.openedAt, again.isTrying]).toEqual([opened.openedAt, false])
  })

  test('is tried by the next order when the try had no answer', () => {
    const again = circuitAfterOrder(circuitWhileSending(opened), undefined, { now: at.now, ranMs: due })
    expect(admitsOrder(again, due)).toBe(true)
  })
})
