// SPDX-License-Identifier: Apache-2.0
import { registerHooks } from 'node:module';

/**
 * What Pulumi's SDK and its runner load, and nothing here uses: half of the time that they take to load.
 *
 * - For sending functions to a cloud, and the Automation API, which is for whoever runs a program.
 * - What renders charts and files when a program runs; programs have manifests that are rendered before.
 * - Source maps, by which every frame of every stack trace is looked up, and the SDK takes a trace for
 *   each promise: 1.0 of the 2.6 s of CPU that the program of a user cluster took. Nothing is lost:
 *   Node strips types in place, so lines and columns are those of the TypeScript as they are.
 * - What sends traces, but for its interface, which the runner calls in any case.
 *
 * @see https://github.com/pulumi/pulumi/tree/v3.259.0/sdk/nodejs/runtime/closure
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/index.ts
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/cmd/run/index.ts
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/cmd/run/tracing.ts
 */
const unneeded: readonly UnneededModules[] = [
  { specifier: /^(@npmcli\/arborist|normalize-package-data|typescript)$/ },
  { specifier: /^\.\/automation$/, importer: '/@pulumi/pulumi/index.js' },
  { specifier: /^\.\/(helm|kustomize|yaml)$/, importer: '/@pulumi/kubernetes/index.js' },
  { specifier: /^source-map-support\/register$/ },
  { specifier: /^@opentelemetry\/(?!api$)/, importer: '/@pulumi/pulumi/cmd/run/tracing.js' },
];

interface UnneededModules {
  readonly specifier: RegExp;
  /** Where it is loaded from; the end of a path. @default anywhere */
  readonly importer?: string;
}

function isUnneeded(specifier: string, from: string | undefined): boolean {
  return unneeded.some(
    (modules) =>
      modules.specifier.test(specifier) &&
      (modules.importer === undefined || from?.endsWith(modules.importer) === true),
  );
}

registerHooks({
  resolve: (specifier, context, next) =>
    isUnneeded(specifier, context.parentURL)
      ? {
          url: new URL('nothing.cjs', import.meta.url).href,
          format: 'commonjs',
          shortCircuit: true,
        }
      : next(specifier, context),
});
