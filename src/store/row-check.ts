// Compares the rows of payments, payouts, refunds and unmatched money with their postings. The record chain
// covers postings but not these rows, so an amount or a status that was changed in the file is found here. It
// reads in pieces while sales go on. A row and its postings are written in one commit, so a row without a
// posting is checked again after reading the newest postings.
import { problemsMax } from './engine/chain-check.ts'
import type { Read } from './engine/statement.ts'

/** Rows of a piece, which takes about a millisecond. */
const pieceRows = 200
/** When this many rows lack a posting, the newest postings are read. */
const unbookedMax = 1_000

/** A posting and its row, which is null if it is gone. Unmatched money is found by its own id. */
const postingsWithRows = `select posting.number, posting.account_id, posting.subject, posting.reason, posting.from_book,
    posting.amount, payment.number, payment.account_id, payment.status, payment.amount, payment.fees,
    payout.account_id, payout.status, payout.amount, payout.fees,
    unmatched.account_id, unmatched.resolution, unmatched.amount,
    refund.account_id, refund.status, refund.amount, refund.fees
  from posting
  left join payment on payment.id = case when posting.reason like 'payment.%' then posting.subject end
  left join payout on payout.id = case when posting.reason like 'payout.%' then posting.subject end
  left join unmatched on unmatched.id = case when posting.reason like 'unmatched.%' then posting.subject end
  left join refund on refund.id = case when posting.reason like 'refund.%' then posting.subject end
  where posting.number > $1 order by posting.number limit $2`
const payments = 'select number, id, status, fees from payment where number > $1 order by number limit $2'
const payouts = 'select id, status from payout where id > $1 order by id limit $2'
const refunds =
  "select id, case way when 'cash' then 'cash' else status end from refund where id > $1 order by id limit $2"
const heldMoney =
  'select id, payment_id, amount, resolution from unmatched where id > $1 order by id limit $2'
const heldAmounts = 'select amount from unmatched where payment_id = $1 and account_id = $2'

/** Creates a set of payment numbers that stores one bit per number: a million payments take 128 kB. */
function newNumberSet() {
  const blockBits = 8_192 // bit b of a block is in byte b >> 3, at position b & 7
  const blocks = new Map<number, Uint8Array>()
  return {
    add(number: number): void {
      const blockNumber = Math.floor(number / blockBits)
      const block = blocks.get(blockNumber) ?? new Uint8Array(blockBits / 8)
      blocks.set(blockNumber, block)
      const bit = number - blockNumber * blockBits
      block[bit >> 3] = (block[bit >> 3] ?? 0) | (1 << (bit & 7))
    },
    has(number: number): boolean {
      const blockNumber = Math.floor(number / blockBits)
      const bit = number - blockNumber * blockBits
      const byte = blocks.get(blockNumber)?.[bit >> 3] ?? 0
      return (byte & (1 << (bit & 7))) !== 0
    },
  }
}

/** What the postings that were read so far have booked. */
interface Booked {
  readonly completed: ReturnType<typeof newNumberSet>
  readonly fees: ReturnType<typeof newNumberSet>
  /** `reason id` of payouts, refunds and settled unmatched money; `payment amount` of unmatched money. */
  readonly others: Set<string>
}

interface Row {
  readonly accountId: string
  readonly status: string
  readonly amount: number
  readonly fees: number
}

interface BookedPosting {
  readonly number: number
  readonly accountId: string
  readonly subject: string
  readonly reason: string
  readonly fromBook: string
  readonly amount: number
}

/** Returns the row that a posting is about; undefined if the row is gone: its columns are then null. */
function rowOf([accountId, status, amount, fees]: readonly unknown[]): Row | undefined {
  if (accountId === null) return undefined
  return {
    accountId: String(accountId),
    status: String(status ?? 'open'), // unmatched money has no resolution until a person settles it
    amount: Number(amount),
    fees: Number(fees ?? 0),
  }
}

const paidOut = ['completed', 'reversed']
const ended = ['failed', ...paidOut]

/**
 * Returns the statuses that the row of a posting may have by now, and the amount that the posting must have
 * according to the row. Undefined for a reason that Kaunta does not write.
 */
function expectedRowOf({ reason, fromBook }: BookedPosting, { amount, fees }: Row) {
  switch (reason) {
    case 'payment.completed':
      return { statuses: ['completed'], amount }
    case 'payment.fee':
      return { statuses: ['completed'], amount: fees }
    case 'payout.held':
    case 'refund.held':
      return { statuses: ['pending', ...ended], amount: amount + fees }
    case 'payout.completed':
    case 'refund.completed':
      return { statuses: paidOut, amount }
    case 'payout.fee':
    case 'refund.fee':
      return { statuses: paidOut, amount: fees }
    case 'payout.failed':
    case 'refund.failed':
      return { statuses: ended, amount: amount + fees }
    case 'payout.reversed':
    case 'refund.reversed':
      return { statuses: ['reversed'], amount: fromBook === 'fees' ? fees : amount }
    case 'unmatched.kept':
      return { statuses: ['kept'], amount }
    case 'unmatched.returned':
    case 'unmatched.reopened': // a person then settles the money again
      return { statuses: ['open', 'kept', 'returned'], amount }
    default:
      return undefined
  }
}

/** Returns the subject of a posting as sentences name it: "payment pay_1". */
const nameOf = ({ reason, subject }: BookedPosting) => {
  const kind = reason.slice(0, reason.indexOf('.'))
  return `${kind === 'unmatched' ? 'unmatched money' : kind} ${subject}`
}

/** Compares a posting with its row. @returns a sentence with the problem; undefined when they agree */
function postingProblem(posting: BookedPosting, row: Row | undefined): string | undefined {
  const name = nameOf(posting)
  const bookedText = `${posting.amount} (${posting.reason}) was booked for it`
  if (!row) return `${name} is gone, and ${bookedText}`
  if (row.accountId !== posting.accountId)
    return `${name} belongs to ${row.accountId}, and ${bookedText} to ${posting.accountId}`
  const expected = expectedRowOf(posting, row)
  if (!expected)
    return `posting ${posting.number} has the reason ${posting.reason}, which Kaunta does not write`
  if (!expected.statuses.includes(row.status)) return `${name} is ${row.status}, and ${bookedText}`
  if (expected.amount === posting.amount) return undefined
  return `${name} has an amount of ${row.amount} and fees of ${row.fees}, and ${bookedText}`
}

/** Returns whether unmatched money of this amount is stored for the payment of a posting. */
async function isHeld(read: Read, { subject, accountId, amount }: BookedPosting): Promise<boolean> {
  const amounts = await read.rows(heldAmounts, [subject, accountId])
  return amounts.some(([heldAmount]) => Number(heldAmount) === amount)
}

/**
 * Compares a posting with its row, and adds the posting to `booked`.
 * @param values a row of `postingsWithRows`
 * @returns a sentence with the problem; undefined when posting and row agree
 */
async function checkPosting(read: Read, values: readonly unknown[], booked: Booked) {
  const posting = {
    number: Number(values[0]),
    accountId: String(values[1]),
    subject: String(values[2]),
    reason: String(values[3]),
    fromBook: String(values[4]),
    amount: Number(values[5]),
  }
  const { reason, subject, amount } = posting
  if (reason === 'payment.unmatched') {
    booked.others.add(`${subject} ${amount}`)
    return (await isHeld(read, posting))
      ? undefined
      : `unmatched money of payment ${subject} is gone, and ${amount} (${reason}) was booked for it`
  }
  const paymentNumber = values[6] // null without a payment
  const bookedNumbers = reason === 'payment.fee' ? booked.fees : booked.completed
  if (!reason.startsWith('payment.')) booked.others.add(`${reason} ${subject}`)
  else if (paymentNumber !== null) bookedNumbers.add(Number(paymentNumber))
  const rowValues = {
    payment: values.slice(7, 11),
    payout: values.slice(11, 15),
    unmatched: [...values.slice(15, 18), 0], // it has no fees
    refund: values.slice(18, 22),
  }
  const [, valuesOfRow] = Object.entries(rowValues).find(([kind]) => reason.startsWith(`${kind}.`)) ?? []
  return postingProblem(posting, valuesOfRow && rowOf(valuesOfRow))
}

/** A posting that a row must have, and whether that posting was read by now. */
interface ExpectedPosting {
  readonly problem: string
  readonly isBooked: () => boolean
}
/** Returns the postings that were not read yet. */
const unbookedOf = (expected: readonly ExpectedPosting[]) => expected.filter(({ isBooked }) => !isBooked())

/** Returns the postings that a completed payment must have (amount, fees) and that were not read yet. */
function unbookedPayment([number, id, status, fees]: readonly unknown[], booked: Booked): ExpectedPosting[] {
  if (status !== 'completed') return []
  const isAmountBooked = () => booked.completed.has(Number(number))
  const areFeesBooked = () => Number(fees) === 0 || booked.fees.has(Number(number))
  return unbookedOf([
    { problem: `payment ${id} is completed, and nothing was booked for it`, isBooked: isAmountBooked },
    { problem: `payment ${id} has fees of ${fees}, and none were booked for it`, isBooked: areFeesBooked },
  ])
}

/** Postings that a payout or refund must have, by its status; refunds in cash have none. */
const bookedSteps: Readonly<Record<string, readonly string[]>> = {
  pending: ['held'],
  completed: ['held', 'completed'],
  failed: ['held', 'failed'],
  reversed: ['held', 'completed', 'reversed'],
}

/** Returns the postings that a payout or refund must have by its status and that were not read yet. */
function unbookedSteps(kind: 'payout' | 'refund', [id, status]: readonly unknown[], { others }: Booked) {
  const steps = bookedSteps[String(status)] ?? []
  const expected = steps.map(step => ({
    problem: `${kind} ${id} is ${status}, and no ${kind}.${step} was booked for it`,
    isBooked: () => others.has(`${kind}.${step} ${id}`),
  }))
  return unbookedOf(expected)
}

/** Returns the postings that unmatched money must have (arrival, settlement) and that were not read yet. */
const unbookedHeld = ([id, paymentId, amount, resolution]: readonly unknown[], { others }: Booked) =>
  unbookedOf([
    {
      problem: `unmatched money ${id} has an amount of ${amount}, which was not booked for it`,
      isBooked: () => others.has(`${paymentId} ${amount}`),
    },
    {
      problem: `unmatched money ${id} is ${resolution}, and that was not booked`,
      isBooked: () => resolution === null || others.has(`unmatched.${resolution} ${id}`),
    },
  ])

/**
 * Reads all rows after a key, in pieces, and checks each row.
 * @param text selects rows with the key in the first column: those after the key $1, at most $2 of them
 * @returns the key of the last row; `after` if there was no row
 */
async function readToEnd<Key extends string | number>(
  { read, rest }: Checking,
  text: string,
  after: Key,
  checkRow: (row: readonly unknown[]) => void | Promise<void>,
): Promise<Key> {
  let lastKey = after
  for (;;) {
    const rows = await read.rows(text, [lastKey, pieceRows])
    for (const row of rows) await checkRow(row)
    const end = rows.at(-1)?.[0]
    if (end === undefined) return lastKey
    lastKey = (typeof after === 'number' ? Number(end) : String(end)) as Key
    if (rows.length < pieceRows) return lastKey
    await rest()
  }
}

interface Checking {
  readonly read: Read
  readonly rest: () => Promise<void>
}

/**
 * Checks that every posting agrees with its row, and that every row has its postings.
 * @param rest called between two pieces, so that the check delays no sale
 * @returns a sentence for each problem, at most `problemsMax`
 */
export async function rowProblems(read: Read, rest: () => Promise<void>): Promise<string[]> {
  const checking = { read, rest }
  const booked: Booked = { completed: newNumberSet(), fees: newNumberSet(), others: new Set() }
  const problems: string[] = []
  let lastPosting = Number.MIN_SAFE_INTEGER
  let unbooked: ExpectedPosting[] = []
  /** Checks the postings that were added since the last call, and removes them from `unbooked`. */
  const checkPostings = async () => {
    lastPosting = await readToEnd(checking, postingsWithRows, lastPosting, async row => {
      const problem = await checkPosting(read, row, booked)
      if (problem !== undefined && problems.length < problemsMax) problems.push(problem)
    })
    unbooked = unbookedOf(unbooked)
  }
  /** Adds to `unbooked`. If it is full, reads the newest postings first, which may empty it. */
  const addUnbooked = async (postings: readonly ExpectedPosting[]) => {
    if (unbooked.length >= unbookedMax) await checkPostings()
    if (unbooked.length < unbookedMax) unbooked.push(...postings)
  }
  await checkPostings()
  await readToEnd(checking, payments, Number.MIN_SAFE_INTEGER, row =>
    addUnbooked(unbookedPayment(row, booked)),
  )
  await readToEnd(checking, payouts, '', row => addUnbooked(unbookedSteps('payout', row, booked)))
  await readToEnd(checking, refunds, '', row => addUnbooked(unbookedSteps('refund', row, booked)))
  await readToEnd(checking, heldMoney, '', row => addUnbooked(unbookedHeld(row, booked)))
  await checkPostings()
  return [...problems, ...unbooked.map(({ problem }) => problem)].slice(0, problemsMax)
}
