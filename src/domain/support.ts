// The facts of a server that may be sent to support. It is a list of what is allowed: a field, a setting or a
// fact that is not named here is left out, and so is everything new.
import type { HealthCheck } from './health.ts'
import { healthReasons } from './health-reason.ts'
import { logMessages } from './log-message.ts'

type Values = Readonly<Record<string, unknown>>

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** Settings whose values reveal nothing about the shop. */
const openSettings = [
  'port',
  'httpsPort',
  'httpsRedirect',
  'mdns',
  'backupKeep',
  'rateLimit',
  'idleHours',
] as const
const logLevels = ['debug', 'info', 'warn', 'error']

/**
 * Returns each setting as support may see it: the value of an open setting; for any other, whether it is set.
 * @param names the names of all settings
 */
export const openSettingsOf = (config: Values, names: readonly string[]): Values =>
  Object.fromEntries(
    names.map(name => {
      const value = config[name]
      const isOpenSetting = (openSettings as readonly string[]).includes(name)
      if (isOpenSetting && (isNumber(value) || typeof value === 'boolean')) return [name, value]
      if (name === 'logLevel') return [name, logLevels.find(level => level === value) ?? 'hidden']
      const isSet = value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
      return [name, isSet ? 'set' : 'not set']
    }),
  )

/** Params of health checks that are shown if they are numbers. */
const openParams = ['free', 'ms', 'percent', 'port', 'seconds', 'hours']

/** Returns a health check for support. Its message shows harmless numbers, but no names, paths or errors. */
export const openCheckOf = ({ name, state, reason, params }: HealthCheck): Values => ({
  name,
  state,
  reason,
  message: healthReasons[reason].message.replace(/\{(\w+)\}/g, (_, param: string) => {
    const value = params[param]
    return openParams.includes(param) && isNumber(value) ? String(value) : '(hidden)'
  }),
})

const levels: readonly unknown[] = logLevels
const messages: readonly unknown[] = logMessages
/** Facts of log lines that are counts or times. */
const openFacts = ['ms', 'status', 'tries', 'count']
const methods: readonly unknown[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** Our ids of requests: a random start and a count. */
const requestPattern = /^req_[0-9a-f]{12}[0-9a-z]{6}$/
/** Error codes of the system, as they appear in a sentence. */
const errorNames =
  /\b(SQLITE_(BUSY|CANTOPEN|CONSTRAINT|CORRUPT|FULL|IOERR|LOCKED|NOTADB|READONLY)|E(ACCES|ADDRINUSE|AI_AGAIN|CONNREFUSED|CONNRESET|EXIST|HOSTUNREACH|IO|MFILE|NETUNREACH|NOENT|NOMEM|NOSPC|NOTFOUND|PERM|PIPE|ROFS|TIMEDOUT)|disk full|disk is full|timed out)\b/g

/** Returns a log line without anything that may be private; undefined for a line of another program. */
export function openLogLineOf(line: string): Values | undefined {
  const { time, level, message, ...facts } = parseLogLine(line)
  if (typeof time !== 'string' || !timePattern.test(time)) return undefined
  if (!levels.includes(level) || !messages.includes(message)) return undefined
  return { time, level, message, ...openFactsOf(facts) }
}

/** Returns only the counts, times, method, id of the request and names of system errors of a log line. */
function openFactsOf(facts: Values): Values {
  const numbers = openFacts.flatMap(name => (isNumber(facts[name]) ? [[name, facts[name]] as const] : []))
  const { method, request, error } = facts
  const isRequestId = typeof request === 'string' && requestPattern.test(request)
  const systemErrors = typeof error === 'string' ? [...new Set(error.match(errorNames) ?? [])] : []
  return {
    ...Object.fromEntries(numbers),
    ...(methods.includes(method) ? { method } : {}),
    ...(isRequestId ? { request } : {}),
    ...(systemErrors.length > 0 ? { error: systemErrors.join(', ') } : {}),
  }
}

/** Returns the fields of a log line; empty if the line is not a JSON object. */
function parseLogLine(line: string): Values {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Values) : {}
  } catch {
    return {}
  }
}
