/** An inline script: the source text of its parts, and the call that starts them. */
export const scriptText = (parts: Readonly<Record<string, unknown>>, start: string): string =>
  Object.entries(parts)
    .map(([name, part]) => {
      if (typeof part !== 'function') return `const ${name} = ${JSON.stringify(part)}`
      const source = Function.prototype.toString.call(part)
      return /^(?:async )?function/.test(source) ? source : `const ${name} = ${source}`
    })
    // Inside a script element only these two would be read as markup.
    .map((source) => source.replaceAll('</', '<\\/').replaceAll('<!--', '<\\!--'))
    .join('\n\n')
    .concat(`\n\n${start}()\n`)
