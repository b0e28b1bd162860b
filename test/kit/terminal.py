# Runs a command on a terminal of its own and prints what it wrote there: python3 terminal.py COMMAND…
import os, pty, sys

child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
while True:
    try:
        text = os.read(terminal, 65536)
    except OSError:
        break
    if not text:
        break
    sys.stdout.buffer.write(text)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
