// The published versions of the API. A version determines the shapes of created objects and their webhooks.

export type ApiVersion = '2026-01-25' | '2026-01-01'
export const currentVersion: ApiVersion = '2026-01-25'
export const apiVersions: readonly ApiVersion[] = ['2026-01-25', '2026-01-01']
