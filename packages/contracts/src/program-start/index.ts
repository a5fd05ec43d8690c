// SPDX-License-Identifier: Apache-2.0
// What Node runs before Pulumi's own runner does (`nodeargs` in a program's Pulumi.yaml). It only makes
// programs faster, and quieter.
import { argv, env } from 'node:process';

/** `pulumi --tracing`, `--otel-traces`: then the SDK has to be loaded in its own order, and whole. */
const isTraced = argv.includes('--tracing') || env.TRACEPARENT !== undefined;

if (!isTraced) {
  await import('./left-out.ts');
  await import('./no-debug-lines.ts');
  await import('./no-source-positions.ts');
}
