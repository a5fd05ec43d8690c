// SPDX-License-Identifier: Apache-2.0
import type * as pulumi from '@pulumi/pulumi';
import type { z } from 'zod';
import type { ProgramName } from '../programs.ts';

/** The outputs that a program exports for the programs above it. */
export interface StackContract<V extends z.ZodObject, S extends z.ZodObject> {
  readonly project: ProgramName;
  /** Outputs that are not secret. */
  readonly values: V;
  /** Outputs that are Pulumi secrets. */
  readonly secrets: S;
}

/**
 * Secret outputs; derived from the shape, because the output type of an empty object allows any
 * key.
 */
type SecretOutputs<S extends z.ZodObject> = {
  readonly [K in keyof S['shape']]: pulumi.Output<z.output<S['shape'][K]>>;
};

/** The outputs as the exporting program has them. */
export type ExportedOutputs<C> =
  C extends StackContract<infer V, infer S>
    ? { readonly [K in keyof z.output<V>]: pulumi.Input<z.output<V>[K]> } & SecretOutputs<S>
    : never;

/** The outputs as a reading program gets them: plain values, and secrets that stay secrets. */
export type ReadOutputs<C> =
  C extends StackContract<infer V, infer S> ? Readonly<z.output<V>> & SecretOutputs<S> : never;
