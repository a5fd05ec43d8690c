// SPDX-License-Identifier: Apache-2.0

/** Modules that one row of {@link unusedModules} names. */
interface UnusedModules {
  readonly specifier: RegExp;
  /** End of the path of the importing module. @default any module */
  readonly importer?: string;
}

/**
 * Modules that Pulumi's SDK and its runner load although nothing here uses them. They take half of
 * the loading time.
 *
 * - The code that sends functions to a cloud, and the Automation API, which is for programs that run
 *   Pulumi.
 * - The code that renders charts and files while a program runs: programs here have manifests that
 *   were rendered before.
 * - Source maps, in which every frame of every stack trace is looked up, while the SDK takes a trace
 *   for each promise: 1.0 of the 2.6 s of CPU that the program of a user cluster took. Nothing is
 *   lost: Node strips types in place, so lines and columns are already those of the TypeScript.
 * - The reader of `package.yaml`, which pnpm has: programs here have a `package.json`.
 * - The exporters of traces, but not their interface, which the runner calls in any case.
 *
 * @see https://github.com/pulumi/pulumi/tree/v3.259.0/sdk/nodejs/runtime/closure
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/index.ts
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/cmd/run/index.ts
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/cmd/run/tracing.ts
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/runtime/manifest.ts
 */
const unusedModules: readonly UnusedModules[] = [
  { specifier: /^(@npmcli\/arborist|normalize-package-data|typescript)$/ },
  { specifier: /^\.\/automation$/, importer: '/@pulumi/pulumi/index.js' },
  { specifier: /^\.\/(helm|kustomize|yaml)$/, importer: '/@pulumi/kubernetes/index.js' },
  { specifier: /^source-map-support\/register$/ },
  { specifier: /^js-yaml$/, importer: '/@pulumi/pulumi/runtime/manifest.js' },
  { specifier: /^@opentelemetry\/(?!api$)/, importer: '/@pulumi/pulumi/cmd/run/tracing.js' },
];

/**
 * Returns whether no program here needs a module.
 *
 * @param specifier - as in the import.
 * @param from - URL or path of the importing module.
 */
export function isUnused(specifier: string, from: string | undefined): boolean {
  return unusedModules.some(
    (modules) =>
      modules.specifier.test(specifier) &&
      (modules.importer === undefined || from?.endsWith(modules.importer) === true),
  );
}
