// The amount, large: the currency small before it, and places where a very long one may break.
import { Fragment } from 'react'
import { digitsOf } from '../kit/money.ts'

export function Money({ amount }: { amount: number }) {
  const groups = digitsOf(amount).split(',')
  return (
    <p className={`money ${amount > 99_999_999 ? 'long' : amount > 999_999 ? 'wide' : ''}`}>
      <small>TZS&nbsp;</small>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups of digits have no other name and never move
        <Fragment key={index}>
          {index > 0 && [',', <wbr key="break" />]}
          {group}
        </Fragment>
      ))}
    </p>
  )
}
