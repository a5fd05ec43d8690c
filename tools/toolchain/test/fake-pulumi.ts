// SPDX-License-Identifier: Apache-2.0
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Toolchain } from '../src/resolved-toolchain.ts';
import { toolchainOf } from '../src/resolved-toolchain.ts';
import type { Machine } from './fake-go.ts';

/** Returns a toolchain whose pulumi runs this shell code. */
export async function fakePulumi(machine: Machine, code: string): Promise<Toolchain> {
  const pulumi = join(machine.home, 'pulumi');
  const provider = join(machine.home, 'pulumi-resource-kubernetes');
  await writeFile(pulumi, `#!/bin/sh\n${code}\n`, { mode: 0o755 });
  await writeFile(provider, 'provider', { mode: 0o755 });
  return toolchainOf([
    { tool: 'pulumi', binary: 'pulumi', version: '3.259.0', path: pulumi, source: 'path' },
    {
      tool: 'pulumi-resource-kubernetes',
      binary: 'pulumi-resource-kubernetes',
      version: '4.29.0',
      path: provider,
      source: 'cache',
    },
  ]);
}
