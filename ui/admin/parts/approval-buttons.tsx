// Approving or declining an order that waits for a second person: buttons, and a dialog that explains what
// happens.
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ApiResult } from '../../kit/api.ts'
import { Sheet } from '../../kit/sheet.tsx'
import { ApiErrorNote } from './api-error-note.tsx'
import { type Approval, isOwnRequest } from './approval.model.ts'
import { useCurrentAccount, useMay } from './current-account.tsx'
import { type AccountHeader, useAction } from './queries.ts'
import { useReauthentication } from './reauthentication.tsx'

const approvalDecisions = ['decline', 'approve'] as const
export type ApprovalDecision = (typeof approvalDecisions)[number]

interface ApprovalButtonsProps {
  readonly approval: Approval | null
  readonly send: (decision: ApprovalDecision, header: AccountHeader) => Promise<ApiResult<unknown>>
  readonly words: Readonly<
    Record<ApprovalDecision, { readonly button: string; readonly title: string; readonly text: string }>
  >
  /** Small buttons, for a row of a list. */
  readonly isSmall?: boolean
}

/**
 * Shows "Approve" and "Decline" while the order waits, to people with the right who did not request it
 * themselves. Each opens a dialog, which may ask for the password again before `send` is called.
 */
export function ApprovalButtons({ approval, send, words, isSmall = false }: ApprovalButtonsProps) {
  const { me } = useCurrentAccount()
  const mayApprove = useMay('approve_payouts')
  const [decision, setDecision] = useState<ApprovalDecision>()
  const decide = useReauthentication(useAction(send), 'money')
  // Without a decision the dialog is closed, so its words are not seen.
  const { button, title, text } = words[decision ?? 'approve']
  if (approval?.state !== 'waiting' || !mayApprove || isOwnRequest({ approval }, me)) return null
  const close = () => {
    decide.reset()
    setDecision(undefined)
  }
  return (
    <>
      {approvalDecisions.map(approvalDecision => (
        <Button
          key={approvalDecision}
          size={isSmall ? 'compact-sm' : 'sm'}
          variant={approvalDecision === 'approve' ? 'filled' : 'default'}
          onClick={() => setDecision(approvalDecision)}
        >
          {words[approvalDecision].button}
        </Button>
      ))}
      <Sheet title={title} open={decision !== undefined} onClose={close}>
        <div className="stack">
          <p>{text}</p>
          <ApiErrorNote apiError={decide.apiError} />
          {decide.passwordField}
          <Button
            size="md"
            loading={decide.busy}
            data-testid="decide"
            onClick={() => decision && decide.run(decision, close)}
          >
            {button}
          </Button>
        </div>
      </Sheet>
    </>
  )
}
