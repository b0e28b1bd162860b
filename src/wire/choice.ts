// One of a few words, in the API reference and in types: a union over a list is the type `never` otherwise.
import { type SchemaOptions, Type } from '@sinclair/typebox'

export const choice = <T extends string>(values: readonly T[], options: SchemaOptions = {}) =>
  Type.Unsafe<T>(
    Type.Union(
      values.map(value => Type.Literal(value)),
      options,
    ),
  )
