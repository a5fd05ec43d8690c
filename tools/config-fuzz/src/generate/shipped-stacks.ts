// SPDX-License-Identifier: Apache-2.0
import { addonsConfig } from '@strata/addons/config';
import type { StackIdentity } from '@strata/contracts';
import type { ProgramName } from '@strata/contracts/programs';
import { infraConfig } from '@strata/infra/config';
import { kubevirtStackConfig } from '@strata/kubevirt-stack/config';
import { userClusterConfig } from '@strata/user-cluster/config';
import type { z } from 'zod';
import { isSecret, unwrapped } from './fitting-values.ts';
import { stackFiles } from './repository-files.ts';
import { secretTexts } from './secret-texts.ts';

/** Schema of each program's configuration, which is checked first. */
export const schemas: Readonly<Record<ProgramName, z.ZodObject>> = {
  infra: infraConfig,
  'kubevirt-stack': kubevirtStackConfig,
  addons: addonsConfig,
  'user-cluster': userClusterConfig,
};

/** Stack of this repository. */
export interface ShippedStack extends StackIdentity {
  readonly project: ProgramName;
  /** Configuration by keys without the project's prefix; secrets contain the canary. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** Returns the value with a canary in the place of every encrypted value. */
function withCanaries(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema !== undefined && isSecret(schema)) {
    return { secure: secretTexts.find((text) => unwrapped(schema).safeParse(text).success) };
  }
  const inner = schema === undefined ? undefined : unwrapped(schema);
  if (Array.isArray(value)) {
    const { element } = inner as z.ZodArray;
    return value.map((item) => withCanaries(element as z.ZodType, item));
  }
  if (typeof value !== 'object' || value === null) return value;
  const shape = inner?.def.type === 'object' ? (inner as z.ZodObject).shape : {};
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, withCanaries(shape[key] as z.ZodType, one)]),
  );
}

/** Returns the stacks of a program as they are in this repository. */
export function shippedStacks(project: ProgramName): ShippedStack[] {
  return stackFiles(project).map(({ config, stack }) => ({
    project,
    stack,
    config: withCanaries(schemas[project], config) as ShippedStack['config'],
  }));
}
