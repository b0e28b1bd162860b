// The verification code in docs/webhooks.md: each file runs in its language on webhooks as they are really
// sent, and on those that a receiver must refuse. The page names every file, every header and every event.
import { describe, expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventTypes } from '../../src/domain/event.ts'
import { newSigningKey, signHeaders } from '../../src/wire/signature.ts'
import { isProof } from '../kit/proof.ts'
import { newTestFolder } from '../kit/test-folder.ts'

const folder = join(import.meta.dir, '../../docs/verify')
const page = await Bun.file(join(import.meta.dir, '../../docs/webhooks.md')).text()
const root = newTestFolder('kaunta-verify-')
const key = newSigningKey(new Uint8Array(32).fill(7))
const newKey = newSigningKey(new Uint8Array(32).fill(8))
const now = 1_795_000_000
const body =
  '{"id":"evt_1","type":"payment.completed","data":{"customer":{"name":"Neema Müller ✓"},"amount":{"value":5000}}}'
const signed = (at: number, current = key, previousKey: string | undefined = undefined) =>
  signHeaders({ key: current, previousKey, id: 'evt_1', timestampSeconds: at, body })

interface Case {
  readonly body: string
  readonly headers: Record<string, string>
}
const cases: Record<string, readonly [given: Case, genuine: boolean]> = {
  'as it was sent': [{ body, headers: signed(now) }, true],
  'five minutes old': [{ body, headers: signed(now - 300) }, true],
  'signed with the key before': [{ body, headers: signed(now, newKey, key) }, true],
  'with a changed body': [{ body: body.replace('5000', '5001'), headers: signed(now) }, false],
  'with an old timestamp': [{ body, headers: signed(now - 301) }, false],
  'with a timestamp of the future': [{ body, headers: signed(now + 301) }, false],
  'with a fresh timestamp on an old signature': [
    { body, headers: { ...signed(now - 900), 'X-Webhook-Timestamp': String(now) } },
    false,
  ],
  'signed with another key': [{ body, headers: signed(now, newKey) }, false],
  'with half a signature': [
    {
      body,
      headers: {
        ...signed(now),
        'X-Webhook-Signature': (signed(now)['X-Webhook-Signature'] ?? '').slice(0, 32),
      },
    },
    false,
  ],
  'with a signature that is no ASCII': [
    { body, headers: { ...signed(now), 'X-Webhook-Signature': 'é'.repeat(64) } },
    false,
  ],
  'with a timestamp that is no number': [
    { body, headers: { ...signed(now), 'X-Webhook-Timestamp': 'now' } },
    false,
  ],
  unsigned: [{ body, headers: {} }, false],
}
const given = Object.values(cases).map(([one]) => one)
const input = JSON.stringify({ key, now, given })

/** How each language is asked: it reads `input` and prints one JSON list of results. */
const lowered = `one => JSON.stringify(isGenuine(one.body, Object.fromEntries(Object.entries(one.headers).map(([n, v]) => [n.toLowerCase(), v])), key, now))`
const script = (file: string) => `
  import { isGenuine } from ${JSON.stringify(file)}
  let text = ''
  for await (const part of process.stdin) text += part
  const { key, now, given } = JSON.parse(text)
  console.log('[' + given.map(${lowered}).join(',') + ']')`
const python = `
import json, sys
sys.path.insert(0, ${JSON.stringify(folder)})
sys.dont_write_bytecode = True
from verify import is_genuine
asked = json.load(sys.stdin)
print(json.dumps([is_genuine(one["body"].encode(), one["headers"], asked["key"], asked["now"]) for one in asked["given"]]))`
const php = `
  require ${JSON.stringify(join(folder, 'verify.php'))};
  $asked = json_decode(file_get_contents('php://stdin'), true);
  echo json_encode(array_map(fn($one) => is_genuine($one['body'], $one['headers'], $asked['key'], $asked['now']), $asked['given']));`
const go = `// Asks the snippet.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	"verify/webhook"
)

func main() {
	var asked struct {
		Key   string
		Now   int64
		Given []struct {
			Body    string
			Headers map[string]string
		}
	}
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		panic(err)
	}
	results := []bool{}
	for _, one := range asked.Given {
		header := http.Header{}
		for name, value := range one.Headers {
			header.Set(name, value)
		}
		results = append(results, webhook.IsGenuine([]byte(one.Body), header, asked.Key, time.Unix(asked.Now, 0)))
	}
	text, _ := json.Marshal(results)
	fmt.Println(string(text))
}
`

/** Removes the types for Node before 22.6, which reads none. */
function withoutTypes(): string {
  const file = join(root, 'verify.mjs')
  writeFileSync(
    file,
    new Bun.Transpiler({ loader: 'ts' }).transformSync(readFileSync(join(folder, 'verify.ts'), 'utf8')),
  )
  return file
}

/** Creates a module of its own around the Go file. */
function goModule(): string {
  const module = join(root, 'go')
  mkdirSync(join(module, 'webhook'), { recursive: true })
  copyFileSync(join(folder, 'verify.go'), join(module, 'webhook/verify.go'))
  writeFileSync(join(module, 'go.mod'), 'module verify\n\ngo 1.19\n')
  writeFileSync(join(module, 'main.go'), go)
  return module
}

interface Language {
  readonly file: string
  readonly runtime: string
  readonly words: () => readonly string[]
  readonly cwd?: () => string
}
const languages: readonly Language[] = [
  { file: 'verify.ts', runtime: 'bun', words: () => ['-e', script(join(folder, 'verify.ts'))] },
  { file: 'verify.ts', runtime: 'node', words: () => ['--input-type=module', '-e', script(withoutTypes())] },
  { file: 'verify.py', runtime: 'python3', words: () => ['-c', python] },
  { file: 'verify.php', runtime: 'php', words: () => ['-r', php] },
  { file: 'verify.go', runtime: 'go', words: () => ['run', '.'], cwd: goModule },
]

describe.each(languages.map(language => [`${language.file} by ${language.runtime}`, language] as const))(
  '%s',
  (name, language) => {
    const runtime = Bun.which(language.runtime)
    if (!runtime) console.warn(`${name} is not run: there is no ${language.runtime} on this machine`)

    // Go compiles its library first, where nothing has done so.
    test.skipIf(!runtime || (name.endsWith('go') && !isProof))(
      'accepts genuine webhooks only',
      async () => {
        const child = Bun.spawn([runtime ?? '', ...language.words()], {
          cwd: language.cwd?.() ?? root,
          env: { ...Bun.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' },
          stdin: new Blob([input]),
          stdout: 'pipe',
          stderr: 'pipe',
        })
        const [said, log] = await Promise.all([
          new Response(child.stdout).text(),
          new Response(child.stderr).text(),
        ])
        expect({ code: await child.exited, log }).toEqual({ code: 0, log: '' })
        const results: boolean[] = JSON.parse(said)
        const wanted = Object.fromEntries(Object.entries(cases).map(([what, [, genuine]]) => [what, genuine]))
        expect(Object.fromEntries(Object.keys(cases).map((what, index) => [what, results[index]]))).toEqual(
          wanted,
        )
      },
      300_000,
    )
  },
)

describe('docs/webhooks.md', () => {
  test('names every file of docs/verify, and no other', () => {
    const named = [...page.matchAll(/\]\(verify\/([\w.]+)\)/g)].map(([, name]) => name)
    expect([...new Set(named)].toSorted()).toEqual(readdirSync(folder).toSorted())
    expect([...new Set(languages.map(({ file }) => file))].toSorted()).toEqual(readdirSync(folder).toSorted())
  })

  test('names every header and every event', () => {
    for (const name of [...Object.keys(signed(now, newKey, key)), 'X-Webhook-Event', ...eventTypes])
      expect(page).toContain(`\`${name}\``)
  })
})
