// The access to an S3-compatible store.

/** How to reach the store. The secret stays out of logs and messages. */
export interface S3Access {
  /** If unset, Amazon's own endpoint of the region. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

interface S3Settings {
  readonly s3Endpoint: string | undefined
  readonly s3Region: string
  readonly s3AccessKeyId: string | undefined
  readonly s3SecretAccessKey: string | undefined
}

/** Returns the access to the store from the settings; undefined if the key or its secret is not set. */
export function s3Of(settings: S3Settings): S3Access | undefined {
  const { s3Endpoint: endpoint, s3Region: region } = settings
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = settings
  return accessKeyId && secretAccessKey ? { endpoint, region, accessKeyId, secretAccessKey } : undefined
}
