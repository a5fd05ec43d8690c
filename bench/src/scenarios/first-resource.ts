// SPDX-License-Identifier: Apache-2.0
// Loaded into a program's Node by NODE_OPTIONS: notes how long it had run when the program registered
// its first resource, in milliseconds, in the file that STRATA_BENCH_START names.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Registration {
  registerResource: (...args: unknown[]) => unknown;
}

const file = process.env.STRATA_BENCH_START;

// Plugins are Node as well; only the language host's runner runs a program.
if (file !== undefined && /[\\/]cmd[\\/]run/.test(process.argv[1] ?? '')) {
  const load = createRequire(join(process.cwd(), 'program'));
  const runtime = load('@pulumi/pulumi/runtime/resource.js') as Registration;
  const register = runtime.registerResource;
  let isFirst = true;
  runtime.registerResource = (...args) => {
    // The fifth says that it is no component: those do not wait for anything.
    if (isFirst && args[4] === true) {
      isFirst = false;
      writeFileSync(file, String(process.uptime() * 1_000));
    }
    return register(...args);
  };
}
