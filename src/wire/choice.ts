// Schemas that are unions: one of several words, and a value or null.
import { type SchemaOptions, type TSchema, Type } from '@sinclair/typebox'

/**
 * Returns the schema of a text that must be one of `values`. It has the union of these texts as its type; a
 * plain Type.Union over a list would have the type `never`.
 */
export const choice = <T extends string>(values: readonly T[], options: SchemaOptions = {}) =>
  Type.Unsafe<T>(
    Type.Union(
      values.map(value => Type.Literal(value)),
      options,
    ),
  )

/** Returns the schema of a value that may be null. */
export const nullable = <T extends TSchema>(schema: T, options?: SchemaOptions) =>
  Type.Union([schema, Type.Null()], options)
