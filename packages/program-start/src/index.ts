// SPDX-License-Identifier: Apache-2.0
// Node runs this before Pulumi's own runner (`nodeargs` in a program's Pulumi.yaml). It only makes
// programs faster and quieter.
import { argv, cwd, env } from 'node:process';
import { leaveOutOwnSpans, sendsSpans } from './own-spans.ts';

leaveOutOwnSpans(argv, env);

// With spans the SDK must be loaded completely and in its own order.
if (!sendsSpans(argv, env)) {
  await import('./skip-unused-modules.ts');
  await import('./no-debug-lines.ts');
  await import('./no-source-positions.ts');
  await import('./no-response-texts.ts');
  await import('./quick-structs.ts');
  await import('./no-promise-stacks.ts');
  await import('./no-inspector.ts');
}

if (env.STRATA_PROGRAM_BUNDLES) {
  const { useBundle } = await import('./bundle/use-bundle.ts');
  await useBundle({ argv, cwd: cwd(), env });
}
