// The published client of Selcom has no types of its own.
declare module 'selcom-apigw-client' {
  export class apigwCLient {
    constructor(baseUrl: string, apiKey: string, apiSecret: string)
    /** Authorization, Timestamp, Digest and Signed-Fields of the fields. */
    computeHeader(fields: object): [string, string, string, string]
    postFunc(path: string, fields: object): Promise<unknown>
    getFunc(path: string, fields: object): Promise<unknown>
    deleteFunc(path: string, fields: object): Promise<unknown>
  }
}
