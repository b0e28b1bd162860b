// A device that looks up a name or a service by mDNS: prints the answers as JSON, or nothing after the time
// limit. Run as `bun test/kit/mdns-query.ts NAME TYPE ADDRESS [MS]`, with the device's own address.
import multicastDns from 'multicast-dns'

const [name = '', type = 'A', own = '', ms = '3000'] = process.argv.slice(2)
const socket = multicastDns({ interface: own, bind: '0.0.0.0' })
const end = (text: string) => {
  process.stdout.write(text)
  socket.destroy()
  process.exit(0)
}
socket.on('response', ({ answers = [], additionals = [] }) => {
  const found = answers.filter(answer => answer.name.toLowerCase() === name && answer.type === type)
  if (found.length > 0) end(JSON.stringify([...answers, ...additionals]))
})
const ask = () => socket.query([{ name, type: type as 'A' }])
socket.on('ready', ask)
setInterval(ask, 400)
setTimeout(() => end('[]'), Number(ms))
