// Draws what the page shows as one picture, a receipt or a QR code, and hands it to the phone's share sheet, or
// saves it where there is none. The page works without it.
// biome-ignore-all lint/complexity/useArrowFunction: ES5
// biome-ignore-all lint/complexity/useOptionalChain: ES5
// biome-ignore-all lint/suspicious/noVar: ES5
// biome-ignore-all lint/suspicious/noRedundantUseStrict: a classic script is not strict without it
;(function () {
  'use strict'
  var main = document.querySelector('[data-file]')
  if (!main || !window.Path2D || !HTMLCanvasElement.prototype.toBlob || !window.File) return
  var width = 720
  var edge = 48
  var inside = width - 2 * edge
  var canvas = document.createElement('canvas')
  var paper = canvas.getContext('2d')
  var y

  function texts(selector, within) {
    return Array.prototype.map.call((within || document).querySelectorAll(selector), function (element) {
      return element.textContent.trim()
    })
  }
  function font(size, weight) {
    paper.font = `${weight} ${size}px Inter, system-ui, -apple-system, Roboto, 'Noto Sans', Arial, sans-serif`
  }
  // A text in lines no wider than asked; a word that is too wide is cut.
  function linesOf(text, limit) {
    var lines = []
    var line = ''
    var fits
    text.split(/\s+/).forEach(function (word) {
      while (paper.measureText(word).width > limit && word.length > 1) {
        fits = word.length
        while (fits > 1 && paper.measureText(word.slice(0, fits)).width > limit) fits--
        if (line !== '') lines.push(line)
        line = ''
        lines.push(word.slice(0, fits))
        word = word.slice(fits)
      }
      var longer = line === '' ? word : `${line} ${word}`
      if (paper.measureText(longer).width > limit) {
        lines.push(line)
        line = word
      } else line = longer
    })
    return lines.concat(line)
  }
  function centred(text, size, weight, color) {
    font(size, weight)
    paper.fillStyle = color
    paper.textAlign = 'center'
    linesOf(text, inside).forEach(function (line) {
      y += size * 1.3
      paper.fillText(line, width / 2, y)
    })
  }
  // Each line of each text on a line of its own.
  function block(selector) {
    texts(selector).forEach(function (text) {
      y += 16
      text.split('\n').forEach(function (line) {
        centred(line, 26, 400, '#5a5d65')
      })
    })
  }
  function pair(name, value) {
    y += 18
    font(26, 400)
    paper.fillStyle = '#5a5d65'
    paper.textAlign = 'left'
    paper.fillText(name, edge, y + 34)
    var left = paper.measureText(name).width + 24
    font(26, 600)
    paper.fillStyle = '#1a1b1f'
    paper.textAlign = 'right'
    linesOf(value, Math.max(inside - left, inside / 2)).forEach(function (line, at, all) {
      // A long value starts below its name.
      if (at === 0 && all.length > 1 && left > inside / 2) y += 34
      y += 34
      paper.fillText(line, width - edge, y)
    })
  }
  function code(svg) {
    var side = svg.viewBox.baseVal.width
    var scale = Math.floor(inside / side)
    y += 24
    paper.save()
    paper.translate((width - side * scale) / 2, y)
    paper.scale(scale, scale)
    paper.translate(-svg.viewBox.baseVal.x, -svg.viewBox.baseVal.y)
    paper.stroke(new Path2D(svg.querySelector('path').getAttribute('d')))
    paper.restore()
    y += side * scale
  }

  // Everything from the top to the bottom; the last time on a canvas of the height it needs.
  function draw() {
    y = edge
    paper.fillStyle = '#fff'
    paper.fillRect(0, 0, canvas.width, canvas.height)
    texts('.sandbox').forEach(function (text) {
      centred(text, 26, 700, '#6d28d9')
      y += 16
    })
    centred(texts('.shop')[0], 34, 700, '#1a1b1f')
    y += 16
    block('.shop-top')
    y += 8
    var isPaid = document.querySelector('.receipt') !== null
    if (isPaid) centred(texts('h1')[0], 44, 700, '#0a6b36')
    centred(texts('.money')[0], 64, 700, '#1a1b1f')
    var svg = document.querySelector('.qr svg')
    if (svg) code(svg)
    texts('.token b').forEach(function (text) {
      y += 8
      centred(texts('.token')[0].replace(text, '').trim(), 26, 400, '#5a5d65')
      centred(text, 48, 700, '#1a1b1f')
    })
    y += 16
    Array.prototype.forEach.call(document.querySelectorAll('dl div'), function (row) {
      pair(texts('dt', row)[0], texts('dd', row)[0])
    })
    block('.shop-end')
    y += edge
  }
  function picture(done) {
    canvas.width = width
    canvas.height = 10
    draw()
    canvas.height = Math.ceil(y)
    draw()
    canvas.toBlob(function (blob) {
      done(new File([blob], main.getAttribute('data-file'), { type: 'image/png' }))
    }, 'image/png')
  }

  var share = document.querySelector('[data-share]')
  var save = document.querySelector('[data-save]')
  // Drawn before a tap: the share sheet opens only at once after it.
  picture(function (file) {
    var sheet = { files: [file], text: main.getAttribute('data-text') }
    save.hidden = false
    share.hidden = !(navigator.canShare && navigator.canShare(sheet))
    if (share.hidden) save.className = 'primary'
    share.addEventListener('click', function () {
      // The customer may close the sheet.
      navigator.share(sheet).catch(function () {})
    })
    save.addEventListener('click', function () {
      var link = document.createElement('a')
      link.href = URL.createObjectURL(file)
      link.download = file.name
      document.body.appendChild(link)
      link.click()
      document.body.removeChild(link)
    })
  })
})()
