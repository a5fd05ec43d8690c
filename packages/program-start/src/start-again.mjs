// SPDX-License-Identifier: Apache-2.0
// Starts the program that this Node was asked to run once more, with the Node that `npm ci` installs,
// and ends as that ends. It never returns to the program of this Node.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const installed = join(here, '../../../node_modules/node/bin/node');

if (!existsSync(installed)) {
  console.error(
    `Node ${process.versions.node} is too old for this program, and ${installed} is missing: ` +
      'run npm ci, which installs the right one.',
  );
  process.exit(1);
}

const program = spawn(installed, [...process.execArgv, ...process.argv.slice(1)], {
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => program.kill(signal));
}
await new Promise((_, reject) => {
  program.on('error', reject);
  program.on('exit', (code) => process.exit(code ?? 1));
});
