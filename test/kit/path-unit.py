#!/usr/bin/env python3
# Stands for systemd with a .path unit and the oneshot service of the same name, as far as a test needs it: while
# PathExists is there, ExecStart and then ExecStopPost run, again and again. They run as root without the rights that
# CapabilityBoundingSet takes (but for that to send signals, which the stand-in for systemctl needs). Prints one line
# of JSON when a run begins and ends. Usage: path-unit.py FOLDER NAME
import json, os, shlex, signal, subprocess, sys, time

def read(file):
    pairs = [line.rstrip("\n").partition("=") for line in open(file) if "=" in line and not line.startswith("#")]
    return {key: value.replace("%%", "%") for key, _, value in pairs}

folder, name = sys.argv[1:3]
watched = read(os.path.join(folder, name + ".path"))["PathExists"]
unit = read(os.path.join(folder, name + ".service"))
kept = [one.removeprefix("CAP_").lower() for one in unit["CapabilityBoundingSet"].split()] + ["kill"]
rights = ["setpriv", "--bounding-set=" + ",".join(["-all", *("+" + one for one in kept)]), "--inh-caps=-all", "--no-new-privs", "--"]

def say(event, **more):
    print(json.dumps({"event": event, **more}), flush=True)

def run(line):
    child = subprocess.Popen([*rights, *shlex.split(line.removeprefix("-"))], stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, cwd="/")
    say("began", pid=child.pid)
    status = child.wait()
    # As systemd does with all that is left in the unit.
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    return status, child.stdout.read().decode()

while True:
    if os.path.exists(watched):
        status, output = run(unit["ExecStart"])
        run(unit["ExecStopPost"])
        say("ended", status=status, output=output)
    time.sleep(0.05)
