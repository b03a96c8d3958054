import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { printable } from '../../reports/printable.ts'
import { withoutCommands } from '../../reports/without-commands.ts'

function written(...texts: readonly string[]): string {
  let shown = ''
  const output = withoutCommands({
    isTTY: false,
    write(text: string) {
      shown += text
      return true
    },
  })
  for (const text of texts) output.write(text)
  return shown
}

/** As GitHub Actions and Azure Pipelines read a log. */
const COLOUR = new RegExp(String.raw`\u001b\[[\d;]*[A-Za-z]`, 'g')
const isCommand = (text: string) =>
  text.split(/[\r\n]/).some((line) => /^::|##[a-z]*\[/i.test(line.replaceAll(COLOUR, '').trim()))

describe('an output in a CI system', () => {
  for (const texts of [
    ['::error::x\n'],
    ['a\n::error::x'],
    ['a\r\n  ::add-mask::x\n'],
    ['\t##[error]x'],
    ['##vso[task.complete]x'],
    ['ok\n', '::error::x\n'],
    ['ok\n:', ':error::x\n'],
    ['ok\n  ', '#', '#', '[error]x\n'],
    ['\u001b[31m::error::x\u001b[0m\n'],
    ['a\r::error::x'],
    ['{"name":"a ##vso[task.setvariable variable=x]y"}\n'],
    ['a ##', 'v', 'so[x]\n'],
    ['a #', '#[error]x\n'],
    ["a ##teamcity[message text='x'] ##[group]b\n"],
  ])
    it(`shows no command: ${JSON.stringify(texts)}`, () => {
      assert.ok(isCommand(texts.join('')))
      assert.ok(!isCommand(written(...texts)), written(...texts))
      assert.match(written(...texts), /‹U\+00(?:3A|23|5B)›/)
    })

  it('shows everything else unchanged', () => {
    for (const texts of [
      ['a :: b ::c\n'],
      ['{\n  "a": "::x"\n}\n'],
      ['# Title\n## Section [x]\n'],
      ['1', ':', ':2\n'],
      ['a #', '# [x] ##\n', '[y]\n'],
    ])
      assert.equal(written(...texts), texts.join(''))
  })

  it('text from outside has no command anywhere in a line', () => {
    assert.equal(printable('a ##[error]b ##vso[x]c'), 'a ##‹U+005B›error]b ##vso‹U+005B›x]c')
  })
})
