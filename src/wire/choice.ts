// Schemas that are unions: one of several words, and a value or null.
import { type SchemaOptions, type TSchema, Type } from '@sinclair/typebox'

/** One of several words, with a precise type: a plain Type.Union over a list has the type `never`. */
export const choice = <T extends string>(values: readonly T[], options: SchemaOptions = {}) =>
  Type.Unsafe<T>(
    Type.Union(
      values.map(value => Type.Literal(value)),
      options,
    ),
  )

export const nullable = <T extends TSchema>(schema: T, options?: SchemaOptions) =>
  Type.Union([schema, Type.Null()], options)
