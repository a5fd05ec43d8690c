// SPDX-License-Identifier: Apache-2.0
// Preloaded with `node --import`: writes the npm packages that a program has loaded to file
// descriptor 3 when the program ends, one name on each line.
import { writeSync } from 'node:fs';
import { registerHooks } from 'node:module';

const packages = new Set<string>();
const packageOf = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    const [, name] = packageOf.exec(resolved.url) ?? [];
    if (name !== undefined) packages.add(name);
    return resolved;
  },
});

process.on('exit', () => writeSync(3, [...packages].join('\n')));
