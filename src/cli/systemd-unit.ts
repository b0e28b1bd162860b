// Common parts of Kaunta's systemd units: quoting, and the sandbox.

/** Escapes a text for a unit, where `%` begins a specifier. */
export const escapePercent = (text: string) => text.replaceAll('%', '%%')

/** Returns a path, or an assignment of Environment, in quotes. */
export const quote = (text: string) =>
  `"${escapePercent(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** The sandbox. MemoryDenyWriteExecute is not possible, because JavaScript is compiled while it runs. */
export const enclosure = [
  'UMask=0077',
  'NoNewPrivileges=yes',
  'ProtectSystem=strict',
  'ProtectHome=yes',
  'PrivateTmp=yes',
  'PrivateDevices=yes',
  'ProtectClock=yes',
  'ProtectHostname=yes',
  'ProtectKernelLogs=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelTunables=yes',
  'ProtectControlGroups=yes',
  'ProtectProc=invisible',
  'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK',
  'RestrictNamespaces=yes',
  'RestrictRealtime=yes',
  'RestrictSUIDSGID=yes',
  'LockPersonality=yes',
  'RemoveIPC=yes',
  'SystemCallArchitectures=native',
  'SystemCallFilter=@system-service',
  'SystemCallErrorNumber=EPERM',
]
