// SPDX-License-Identifier: Apache-2.0
import type * as pulumi from '@pulumi/pulumi';
import type { z } from 'zod';
import type { ProgramName } from '../programs.ts';

/** What a program exports, for programs above it. */
export interface StackContract<V extends z.ZodObject, S extends z.ZodObject> {
  readonly project: ProgramName;
  /** Outputs that anybody may see. */
  readonly values: V;
  /** Outputs that are Pulumi secrets. */
  readonly secrets: S;
}

/** Secret outputs; from the shape, for the output type of an empty object allows any key. */
type SecretOutputs<S extends z.ZodObject> = {
  readonly [K in keyof S['shape']]: pulumi.Output<z.output<S['shape'][K]>>;
};

/** The outputs as the exporting program holds them. */
export type ExportedOutputs<C> =
  C extends StackContract<infer V, infer S>
    ? { readonly [K in keyof z.output<V>]: pulumi.Input<z.output<V>[K]> } & SecretOutputs<S>
    : never;

/** The outputs as a reading program gets them: plain values, and secrets that stay secrets. */
export type ReadOutputs<C> =
  C extends StackContract<infer V, infer S> ? Readonly<z.output<V>> & SecretOutputs<S> : never;
