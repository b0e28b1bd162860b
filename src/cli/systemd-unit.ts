// What the systemd units of Kaunta have in common: how words are quoted, and what encloses them.

/** In a unit `%` begins a specifier. */
export const unquoted = (text: string) => text.replaceAll('%', '%%')

/** Paths and Environment may be quoted. */
export const quoted = (text: string) => `"${unquoted(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** MemoryDenyWriteExecute is not possible, because JavaScript is compiled while it runs. */
export const enclosure = [
  ...['UMask=0077', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'ProtectHome=yes', 'PrivateTmp=yes'],
  ...['PrivateDevices=yes', 'ProtectClock=yes', 'ProtectHostname=yes', 'ProtectKernelLogs=yes'],
  ...['ProtectKernelModules=yes', 'ProtectKernelTunables=yes', 'ProtectControlGroups=yes'],
  ...['ProtectProc=invisible', 'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK'],
  ...['RestrictNamespaces=yes', 'RestrictRealtime=yes', 'RestrictSUIDSGID=yes', 'LockPersonality=yes'],
  ...['RemoveIPC=yes', 'SystemCallArchitectures=native', 'SystemCallFilter=@system-service'],
  'SystemCallErrorNumber=EPERM',
]
