// The steps of a new shop before it sells for real, in order.
export const firstSteps = ['sale', 'products', 'till', 'pin', 'backup', 'network'] as const

export interface FirstStep {
  readonly step: (typeof firstSteps)[number]
  readonly done: boolean
}
