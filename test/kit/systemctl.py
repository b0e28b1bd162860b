#!/usr/bin/env python3
# Stands for systemctl where systemd does not run: start, stop and status of one unit, which supervisor.py runs.
# Its folder (UNIT_FOLDER) has the unit, and a log of what the supervisor said. Like systemctl, start waits until
# the service says that it is ready, and fails when its first process ends before.
import json, os, signal, subprocess, sys, time

folder = os.environ["UNIT_FOLDER"]
log, pid_file = os.path.join(folder, "log"), os.path.join(folder, "pid")
command = sys.argv[1]

def supervisor():
    try:
        pid = int(open(pid_file).read())
        os.kill(pid, 0)
        return pid
    except (FileNotFoundError, ProcessLookupError):
        return None

def stop():
    pid = supervisor()
    if pid:
        os.kill(pid, signal.SIGTERM)
        while supervisor():
            time.sleep(0.02)

if command == "status":
    print("active (running)" if supervisor() else "inactive (dead)")
    sys.exit(0 if supervisor() else 3)
if command == "stop":
    stop()
if command == "start":
    before = os.path.getsize(log) if os.path.exists(log) else 0
    words = [sys.executable, os.path.join(os.path.dirname(os.path.realpath(__file__)), "supervisor.py"), os.path.join(folder, "unit"), "60"]
    # A middle process ends at once, so that the supervisor is nobody's zombie when it stops.
    middle = os.fork()
    if middle == 0:
        child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=open(log, "a"), stderr=subprocess.STDOUT,
                                 start_new_session=True)
        open(pid_file, "w").write(str(child.pid))
        os._exit(0)
    os.waitpid(middle, 0)
    while True:
        time.sleep(0.02)
        said = open(log)
        said.seek(before)
        events = [json.loads(line) for line in said if line.endswith("\n")]
        if any(one["event"] == "notified" and "READY=1" in one["text"] for one in events):
            break
        if any(one["event"] == "ended" for one in events):
            print("Job for kaunta.service failed because the control process exited with error code.")
            sys.exit(1)
