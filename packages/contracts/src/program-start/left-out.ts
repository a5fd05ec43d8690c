// SPDX-License-Identifier: Apache-2.0
import { registerHooks } from 'node:module';

/**
 * What Pulumi's SDK loads and nothing here uses: half of the time that it takes to load. Most of it
 * sends functions to a cloud; the Automation API is for whoever runs a program, not for the program.
 *
 * @see https://github.com/pulumi/pulumi/tree/v3.259.0/sdk/nodejs/runtime/closure
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/index.ts
 */
const unneeded = new Set(['@npmcli/arborist', 'normalize-package-data', 'typescript']);
const automation = { specifier: './automation', importer: '/@pulumi/pulumi/index.js' };

function isUnneeded(specifier: string, importer: string | undefined): boolean {
  return (
    unneeded.has(specifier) ||
    (specifier === automation.specifier && importer?.endsWith(automation.importer) === true)
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
