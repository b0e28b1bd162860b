// When a node reports which tables its commits changed.
import { beforeEach, describe, expect, test } from 'bun:test'
import { newTableNews, type TableNews } from '../../src/store/engine/table-news.ts'

describe('tables that a commit changed', () => {
  let news: TableNews
  /** Notes that were sent outside a transaction. */
  let sent: string[]
  let timers: (() => void)[]
  beforeEach(() => {
    sent = []
    timers = []
    news = newTableNews(
      note => sent.push(note),
      (_, call) => {
        timers.push(call)
        return () => {}
      },
    )
  })
  const passTime = () => {
    for (const call of timers.splice(0)) call()
  }
  const commit = (...tables: string[]) => {
    const said = news.takeNotes(new Set(tables))
    news.ended()
    return said
  }

  test('are reported with it', () => {
    expect(commit('payment', 'attempt')).toEqual(['tables payment,attempt'])
    passTime()
    expect(commit('payment')).toEqual(['tables payment'])
    passTime()
    expect(sent).toEqual([])
  })

  test('by one new payment after another are reported together, once each', () => {
    commit('payment')
    expect([commit('payment', 'total'), commit('payment', 'note_word')]).toEqual([[], []])
    expect(sent).toEqual([])
    passTime()
    expect(sent).toEqual(['tables payment,total,note_word'])
    expect(commit('payment')).toEqual([])
    passTime()
    expect(sent).toEqual(['tables payment,total,note_word', 'tables payment'])
    passTime()
    expect([sent.length, timers.length]).toEqual([2, 0])
  })

  test('are reported with each commit if nodes cache their rows', () => {
    commit('payment')
    expect(commit('payment', 'api_key')).toEqual(['tables payment,api_key'])
    expect(commit('network')).toEqual(['tables network'])
  })

  test('are not reported before it has ended', () => {
    commit('payment')
    news.takeNotes(new Set(['attempt']))
    passTime()
    expect(sent).toEqual([])
    news.ended()
    expect(sent).toEqual(['tables attempt'])
  })

  test('are not reported if they concern no other node', () => {
    expect([commit(), commit('job')]).toEqual([[], []])
  })
})
