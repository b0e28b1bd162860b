# Runs one systemd unit as systemd would, as far as a test needs it: Environment, ExecStart, Restart=on-failure,
# NOTIFY_SOCKET, and the watchdog with its signal. Prints one line of JSON for each thing that happens.
# UNIT_USER in the environment is the number of the user that the unit runs as; without it, that of the test.
# Usage: supervisor.py UNIT WATCHDOG_SECONDS (instead of the unit's own, which are too long for a test)
import json, os, select, shlex, signal, socket, subprocess, sys, tempfile, time

unit_file, watchdog = sys.argv[1], float(sys.argv[2])
unit, environment = {}, {}
for line in open(unit_file):
    key, found, value = line.strip().partition("=")
    if not found or line.startswith("#"):
        continue
    value = value.replace("%%", "%")
    if key == "Environment":
        name, _, text = shlex.split(value)[0].partition("=")
        environment[name] = text
    else:
        unit[key] = value

def say(event, **more):
    print(json.dumps({"event": event, **more}), flush=True)

stopping = False
def stop(*_):
    global stopping
    stopping = True
signal.signal(signal.SIGTERM, stop)

folder = tempfile.TemporaryDirectory(prefix="kaunta-notify-")  # removed at the end
path = os.path.join(folder.name, "notify")
listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
listener.bind(path)
user = int(os.environ["UNIT_USER"]) if "UNIT_USER" in os.environ else None
if user is not None:
    os.chmod(folder.name, 0o711)
    os.chmod(path, 0o666)

while True:
    own = {**environment, "NOTIFY_SOCKET": path, "WATCHDOG_USEC": str(int(watchdog * 1e6)), "PATH": os.environ["PATH"]}
    child = subprocess.Popen(shlex.split(unit["ExecStart"]), env=own, stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             **({} if user is None else {"user": user, "group": user, "extra_groups": []}))
    say("started", pid=child.pid)
    heard, ready, asked = time.monotonic(), False, False
    while child.poll() is None:
        if stopping and not asked:
            asked = True
            child.terminate()
        if select.select([listener], [], [], 0.05)[0]:
            text = listener.recv(65536).decode()
            heard = time.monotonic()
            if text != "WATCHDOG=1":
                ready = ready or "READY=1" in text.split("\n")
                say("notified", text=text)
        elif ready and time.monotonic() - heard > watchdog:
            say("silent", pid=child.pid)
            child.send_signal(getattr(signal, unit["WatchdogSignal"]))
            child.wait()
    say("ended", status=child.returncode)
    if stopping or child.returncode == 0 or unit["Restart"] != "on-failure":
        break
