// SPDX-License-Identifier: Apache-2.0
// Node runs this before Pulumi's own runner (`nodeargs` in a program's Pulumi.yaml). It only makes
// programs faster and quieter.
import { argv, cwd, env } from 'node:process';

// OpenTelemetry's own switch for programs that shall send no spans: the SDK then starts as without traces.
// https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/#general-sdk-configuration
if (env.OTEL_SDK_DISABLED === 'true') delete env.TRACEPARENT;

/**
 * `pulumi --tracing`, `--otel-traces`: then the SDK must be loaded completely and in its own order.
 */
const isTraced = argv.includes('--tracing') || env.TRACEPARENT !== undefined;

if (!isTraced) {
  await import('./skip-unused-modules.ts');
  await import('./no-debug-lines.ts');
  await import('./no-source-positions.ts');
  await import('./no-response-texts.ts');
  await import('./no-promise-stacks.ts');
  await import('./no-inspector.ts');
}

if (env.STRATA_PROGRAM_BUNDLES) {
  const { useBundle } = await import('./bundle/use-bundle.ts');
  await useBundle({ argv, cwd: cwd(), env });
}
