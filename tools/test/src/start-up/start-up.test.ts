// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

/** Returns the npm packages that a command line loads before it does anything. */
function packagesOf(main: string): string[] {
  const { output } = spawnSync(
    process.execPath,
    ['--import', join(import.meta.dirname, 'report-packages.ts'), join(root, main), 'help'],
    { cwd: root, encoding: 'utf8', stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  return (output[3] ?? '').split('\n');
}

// Loading the SDK takes a second of processor, and 60 MB in each process of the sandbox.
test.each(['cli', 'fleet', 'gitops', 'plan-check', 'prove-restore', 'sandbox'])(
  '%s starts without the SDK of Pulumi, which only programs need',
  (tool) => {
    const packages = packagesOf(`tools/${tool}/src/main.ts`);
    expect(packages).toContain('zod');
    expect(packages.filter((name) => name.startsWith('@pulumi/'))).toEqual([]);
  },
);

test('a program does load it', () => {
  expect(packagesOf('packages/infra/program.ts')).toContain('@pulumi/pulumi');
});
