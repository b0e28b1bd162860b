// The migrations in order; a released one is never changed. Number = place in its list, from 1.
import first from './0001-first.sql' with { type: 'text' }
import staff from './0001-staff.sql' with { type: 'text' }
import guard from './0002-login-guard.sql' with { type: 'text' }
import refundApproval from './0002-refund-approval.sql' with { type: 'text' }
import refund from './0003-refund.sql' with { type: 'text' }
import refundClaim from './0004-refund-claim.sql' with { type: 'text' }
import refundDifference from './0005-refund-difference.sql' with { type: 'text' }
import product from './0006-product.sql' with { type: 'text' }
import receiptDetails from './0007-receipt-details.sql' with { type: 'text' }
import phoneEnd from './0008-phone-end.sql' with { type: 'text' }
import parkedSale from './0009-parked-sale.sql' with { type: 'text' }
import saleTotal from './0010-sale-total.sql' with { type: 'text' }
import profit from './0011-profit.sql' with { type: 'text' }
import stock from './0012-stock.sql' with { type: 'text' }
import refundLine from './0013-refund-line.sql' with { type: 'text' }
import shopPage from './0014-shop-page.sql' with { type: 'text' }
import cashLink from './0015-cash-link.sql' with { type: 'text' }
import tillNumber from './0016-till-number.sql' with { type: 'text' }
import refundFailed from './0017-refund-failed.sql' with { type: 'text' }
import refundFailedPostgres from './0017-refund-failed-postgres.sql' with { type: 'text' }
import idAhead from './0018-id-ahead.sql' with { type: 'text' }
import idAheadPostgres from './0018-id-ahead-postgres.sql' with { type: 'text' }
import pricedAt from './0019-priced-at.sql' with { type: 'text' }
import unmatchedRefund from './0020-unmatched-refund.sql' with { type: 'text' }

interface Listed {
  readonly name: string
  readonly text: string
  /** The text for PostgreSQL, where it is another. */
  readonly postgres?: string
}

export const migrations: readonly Listed[] = [
  { name: 'first', text: first },
  { name: 'refund approval', text: refundApproval },
  { name: 'refund', text: refund },
  { name: 'refund claim', text: refundClaim },
  { name: 'refund difference', text: refundDifference },
  { name: 'product', text: product },
  { name: 'receipt details', text: receiptDetails },
  { name: 'phone end', text: phoneEnd },
  { name: 'parked sale', text: parkedSale },
  { name: 'sale total', text: saleTotal },
  { name: 'profit', text: profit },
  { name: 'stock', text: stock },
  { name: 'refund line', text: refundLine },
  { name: 'shop page', text: shopPage },
  { name: 'cash link', text: cashLink },
  { name: 'till number', text: tillNumber },
  { name: 'refund failed', text: refundFailed, postgres: refundFailedPostgres },
  { name: 'id ahead', text: idAhead, postgres: idAheadPostgres },
  { name: 'priced at', text: pricedAt },
  { name: 'unmatched refund', text: unmatchedRefund },
]

/** People and logins, on PostgreSQL alone. */
export const staffMigrations: readonly Listed[] = [
  { name: 'staff', text: staff },
  { name: 'login guard', text: guard },
]
