// A schema for one of several words, with a precise type: a plain Type.Union over a list has the type
// `never`.
import { type SchemaOptions, Type } from '@sinclair/typebox'

export const choice = <T extends string>(values: readonly T[], options: SchemaOptions = {}) =>
  Type.Unsafe<T>(
    Type.Union(
      values.map(value => Type.Literal(value)),
      options,
    ),
  )
