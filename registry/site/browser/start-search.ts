/** Shows the rows of the index page that contain all entered words. */
const field = document.querySelector<HTMLInputElement>('#search')!
const shown = document.querySelector('#shown')!
const rows = [...document.querySelectorAll<HTMLTableRowElement>('tbody tr')]

field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\s+/)
  for (const row of rows) {
    const text = row.textContent.toLowerCase()
    row.hidden = !words.every((word) => text.includes(word))
  }
  shown.textContent = `${rows.filter((row) => !row.hidden).length} shown`
})
