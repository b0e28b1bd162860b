// `kaunta doctor` checks a data folder and says what is wrong in words. It changes nothing.
import type { Command } from 'commander'
import { acceptProblems } from '../flow/record-check.ts'
import { checkFolder, type Finding } from '../store/folder-check.ts'
import { type Executable, printResult, withJson, withSettings } from './command.ts'

/** The exit status when something is wrong. */
const unwellStatus = 6

const checked: Readonly<Record<Finding['name'], string>> = {
  'kaunta.db': 'The file kaunta.db',
  'staff.db': 'The file staff.db',
  ledger: 'The ledger: balances and their postings',
  records: 'The records: postings and audit log as Kaunta wrote them',
}

const isWell = (findings: readonly Finding[]) => findings.every(({ problems }) => problems.length === 0)

/** @returns what is printed with --json */
async function examine(data: string) {
  const findings = await checkFolder(data)
  return { ok: isWell(findings), findings }
}

/** The result as text. */
const doctorText = ({ ok, findings }: Awaited<ReturnType<typeof examine>>): string =>
  [
    ...findings.flatMap(({ name, problems }) => [
      `${problems.length === 0 ? 'ok    ' : 'WRONG '} ${checked[name]}`,
      ...problems.map(problem => `         ${problem}`),
    ]),
    '',
    ok ? 'Nothing is wrong.' : advice(findings),
    '',
  ].join('\n')

const advice = (findings: readonly Finding[]) =>
  findings.some(({ name, problems }) => name !== 'records' && problems.length > 0)
    ? 'Keep a copy of this folder and restore a back-up, or ask support.'
    : [
        'Something else than Kaunta changed the records, or a part of the files was lost. Find out who or what it',
        'was, and compare the sales with the reports of your networks. Then stop Kaunta and accept this with',
        'kaunta doctor --accept: the audit log gets an entry.',
      ].join('\n')

const acceptedText = (count: number): string =>
  count === 0
    ? 'There is nothing to accept.\n'
    : `Accepted ${count} ${count === 1 ? 'problem' : 'problems'} of the records; the audit log has an entry.\n`

const doctorHelp = `
Exit status: 0 when nothing is wrong, 6 when something is.`

export function addDoctor(program: Command, executable: Executable): void {
  const command = program
    .command('doctor')
    .description('check a data folder: files, ledger, and that only Kaunta changed the records')
  withSettings(command, ['data']).option(
    '--accept',
    'accept what was found in the records, with an entry in the audit log; stop Kaunta first',
  )
  withJson(command)
    .addHelpText('after', doctorHelp)
    .action(options => runDoctor(executable, options))
}

interface DoctorOptions {
  readonly data?: string
  readonly accept?: boolean
  readonly json?: boolean
}

async function runDoctor(executable: Executable, { data, ...options }: DoctorOptions): Promise<void> {
  if (options.accept)
    return executable.onStopped({ data }, async ({ appliance }) => {
      const accepted = await acceptProblems(appliance)
      printResult(executable, options, { accepted }, result => acceptedText(result.accepted))
    })
  const result = await examine(executable.readConfig({ data }).data)
  printResult(executable, options, result, doctorText)
  if (!result.ok) executable.setExitStatus(unwellStatus)
}
