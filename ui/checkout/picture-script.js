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
  var margin = 48
  var inside = width - 2 * margin
  var canvas = document.createElement('canvas')
  var context = canvas.getContext('2d')
  // Everything is drawn downwards; the next text begins here.
  var y

  // Returns the trimmed texts of the elements that match.
  function texts(selector, within) {
    return Array.prototype.map.call((within || document).querySelectorAll(selector), function (element) {
      return element.textContent.trim()
    })
  }
  function setFont(size, weight) {
    context.font = `${weight} ${size}px Inter, system-ui, -apple-system, Roboto, 'Noto Sans', Arial, sans-serif`
  }
  // Breaks a text into lines no wider than `limit` pixels; a word that is wider is cut.
  function linesOf(text, limit) {
    var lines = []
    var line = ''
    var cutLength
    text.split(/\s+/).forEach(function (word) {
      while (context.measureText(word).width > limit && word.length > 1) {
        cutLength = word.length
        while (cutLength > 1 && context.measureText(word.slice(0, cutLength)).width > limit) cutLength--
        if (line !== '') lines.push(line)
        line = ''
        lines.push(word.slice(0, cutLength))
        word = word.slice(cutLength)
      }
      var longer = line === '' ? word : `${line} ${word}`
      if (context.measureText(longer).width > limit) {
        lines.push(line)
        line = word
      } else line = longer
    })
    return lines.concat(line)
  }
  // Draws a text in the middle, in as many lines as it needs.
  function drawCentred(text, size, weight, color) {
    setFont(size, weight)
    context.fillStyle = color
    context.textAlign = 'center'
    linesOf(text, inside).forEach(function (line) {
      y += size * 1.3
      context.fillText(line, width / 2, y)
    })
  }
  // Draws the texts that match in small grey letters, and keeps their line breaks.
  function drawSmallTexts(selector) {
    texts(selector).forEach(function (text) {
      y += 16
      text.split('\n').forEach(function (line) {
        drawCentred(line, 26, 400, '#5a5d65')
      })
    })
  }
  // Draws a name at the left and its value at the right.
  function drawFact(name, value) {
    y += 18
    setFont(26, 400)
    context.fillStyle = '#5a5d65'
    context.textAlign = 'left'
    context.fillText(name, margin, y + 34)
    var nameWidth = context.measureText(name).width + 24
    setFont(26, 600)
    context.fillStyle = '#1a1b1f'
    context.textAlign = 'right'
    linesOf(value, Math.max(inside - nameWidth, inside / 2)).forEach(function (line, index, lines) {
      // A long value starts below its name.
      if (index === 0 && lines.length > 1 && nameWidth > inside / 2) y += 34
      y += 34
      context.fillText(line, width - margin, y)
    })
  }
  // Draws the QR code as large as fits, in whole pixels for each of its squares.
  function drawQr(svg) {
    var size = svg.viewBox.baseVal.width
    var scale = Math.floor(inside / size)
    y += 24
    context.save()
    context.translate((width - size * scale) / 2, y)
    context.scale(scale, scale)
    context.translate(-svg.viewBox.baseVal.x, -svg.viewBox.baseVal.y)
    context.stroke(new Path2D(svg.querySelector('path').getAttribute('d')))
    context.restore()
    y += size * scale
  }

  // Draws the whole picture; afterwards `y` is the height that it needs.
  function draw() {
    y = margin
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    texts('.sandbox').forEach(function (text) {
      drawCentred(text, 26, 700, '#6d28d9')
      y += 16
    })
    drawCentred(texts('.shop')[0], 34, 700, '#1a1b1f')
    y += 16
    drawSmallTexts('.shop-top')
    y += 8
    var isPaid = document.querySelector('.receipt') !== null
    if (isPaid) drawCentred(texts('h1')[0], 44, 700, '#0a6b36')
    drawCentred(texts('.money')[0], 64, 700, '#1a1b1f')
    var svg = document.querySelector('.qr svg')
    if (svg) drawQr(svg)
    texts('.token b').forEach(function (text) {
      y += 8
      drawCentred(texts('.token')[0].replace(text, '').trim(), 26, 400, '#5a5d65')
      drawCentred(text, 48, 700, '#1a1b1f')
    })
    y += 16
    Array.prototype.forEach.call(document.querySelectorAll('dl div'), function (row) {
      drawFact(texts('dt', row)[0], texts('dd', row)[0])
    })
    drawSmallTexts('.shop-end')
    y += margin
  }
  // Draws twice: the first time only to learn the height. `done` gets the picture as a PNG file.
  function makePicture(done) {
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
  // The picture is drawn before any tap, because a share sheet opens only immediately after one.
  makePicture(function (file) {
    var shareData = { files: [file], text: main.getAttribute('data-text') }
    save.hidden = false
    share.hidden = !(navigator.canShare && navigator.canShare(shareData))
    if (share.hidden) save.className = 'primary'
    share.addEventListener('click', function () {
      // The customer may close the sheet.
      navigator.share(shareData).catch(function () {})
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
