// SPDX-License-Identifier: Apache-2.0
// Loaded into a program's Node by NODE_OPTIONS: notes how long it had run when the program registered
// its first resource, in milliseconds, in the file that STRATA_BENCH_START names. No TypeScript: a
// program that Node itself does not compile would pay for Node's compiler.
'use strict';
const { writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');
const { argv, cwd, env, uptime } = require('node:process');

const file = env.STRATA_BENCH_START;

// Plugins are Node as well; only the language host's runner runs a program.
if (file !== undefined && /[\\/]cmd[\\/]run/.test(argv[1] ?? '')) {
  const load = createRequire(join(cwd(), 'program'));
  const runtime = load('@pulumi/pulumi/runtime/resource.js');
  const register = runtime.registerResource;
  let isFirst = true;
  runtime.registerResource = (...args) => {
    // The fifth says that it is no component: those do not wait for anything.
    if (isFirst && args[4] === true) {
      isFirst = false;
      writeFileSync(file, String(uptime() * 1_000));
    }
    return register(...args);
  };
}
