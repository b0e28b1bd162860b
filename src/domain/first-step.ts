// What a new shop does before it sells for real, in this order.
export const firstSteps = ['sale', 'till', 'pin', 'backup', 'network'] as const

export interface FirstStep {
  readonly step: (typeof firstSteps)[number]
  readonly done: boolean
}
