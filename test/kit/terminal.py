# Runs a command on a terminal of its own and prints what it wrote there: python3 terminal.py COMMAND…
# What TYPED holds is typed as a line. Once the text in INTERRUPT_AT is there, Ctrl-C is pressed.
import os, pty, sys

interrupt_at = os.environ.get("INTERRUPT_AT", "").encode()
shown = b""

child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
if os.environ.get("TYPED"):
    os.write(terminal, (os.environ["TYPED"] + "\n").encode())
while True:
    try:
        text = os.read(terminal, 65536)
    except OSError:
        break
    if not text:
        break
    sys.stdout.buffer.write(text)
    shown += text
    if interrupt_at and interrupt_at in shown:
        os.write(terminal, b"\x03")
        interrupt_at = b""
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
