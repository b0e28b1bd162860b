// The pages of the documentation: folds the contents on small screens, copies code, and fills in the keys.
;(() => {
  const contents = document.querySelector('.docs-contents details')
  const wideScreen = matchMedia('(min-width: 900px)')
  const foldUnlessWide = () => {
    contents.open = wideScreen.matches
  }
  foldUnlessWide()
  wideScreen.addEventListener('change', foldUnlessWide)
  document.querySelector('.docs-contents [aria-current]')?.scrollIntoView({ block: 'nearest' })

  // On plain http at a LAN address browsers withhold the clipboard.
  async function copy(text) {
    if (navigator.clipboard) return navigator.clipboard.writeText(text)
    const area = document.createElement('textarea')
    area.value = text
    document.body.append(area)
    area.select()
    document.execCommand('copy')
    area.remove()
  }
  document.addEventListener('click', async ({ target }) => {
    const button = target.closest('.copy')
    if (!button) return
    await copy(button.parentElement.querySelector('code').textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })

  const form = document.querySelector('.keys')
  if (!form) return
  form.hidden = false
  const blocks = [...document.querySelectorAll('pre code')].map(code => ({ code, text: code.textContent }))
  const fields = [...form.querySelectorAll('input')]
  form.addEventListener('input', () => {
    for (const { code, text } of blocks) {
      let filled = text
      for (const field of fields)
        filled = filled.replaceAll(field.dataset.fills, field.value.trim() || field.dataset.fills)
      code.textContent = filled
    }
  })
  form.addEventListener('submit', event => event.preventDefault())
})()
