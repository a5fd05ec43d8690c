// SPDX-License-Identifier: Apache-2.0
import { registerHooks } from 'node:module';
import { checkVersions } from './known-versions.ts';
import { isUnused } from './unused-modules.ts';

checkVersions();

registerHooks({
  resolve: (specifier, context, next) =>
    isUnused(specifier, context.parentURL)
      ? {
          url: new URL('nothing.cjs', import.meta.url).href,
          format: 'commonjs',
          shortCircuit: true,
        }
      : next(specifier, context),
});
