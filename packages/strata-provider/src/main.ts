// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { env } from 'node:process';

// As programs do: it is one file then, instead of 200.
if (env.STRATA_PROGRAM_BUNDLES) {
  const { useBundleOf } = await import('@strata/program-start/find-bundle');
  const module = join(import.meta.dirname, 'run-plugin.ts');
  await useBundleOf({ module, isPulumiLoaded: false }, env);
}

await import('./run-plugin.ts');
