// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';

/** How often each preview is run; the median counts. */
const runs = Number(process.argv[2] ?? '7');
const stack = process.argv[3] ?? 'sandbox.demo';
const [environment = ''] = stack.split('.');

const preview = ['pulumi', '-C', 'packages/user-cluster', 'preview', '--stack', stack];
const pack = [
  '--policy-pack',
  '../policies',
  '--policy-pack-config',
  `../../stacks/policies/${environment}.json`,
];

interface Cost {
  /** Elapsed time, in seconds. */
  readonly wall: number;
  /** CPU time of all its processes, in seconds. */
  readonly cpu: number;
}

function cost(args: readonly string[]): Cost {
  const script = 'TIMEFORMAT="%R %U %S"; { time "$@" >/dev/null 2>&1; } 2>&1';
  const command = [...args, '--non-interactive'];
  const { status, stdout } = spawnSync('bash', ['-c', script, 'bash', ...command], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (status !== 0) throw new Error(`${command.join(' ')} failed`);
  const [wall = 0, user = 0, system = 0] = stdout.trim().split(' ').map(Number);
  return { wall, cpu: user + system };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

// Alternate, so that other load on the machine affects both alike.
const pairs = Array.from({ length: runs }, () => [cost(preview), cost([...preview, ...pack])]);
for (const key of ['wall', 'cpu'] as const) {
  const [without = 0, judged = 0] = [0, 1].map((side) =>
    median(pairs.map((pair) => pair[side]?.[key] ?? 0)),
  );
  const added = (judged - without).toFixed(2);
  console.log(
    `${key}: ${without.toFixed(2)} s without the pack, ${judged.toFixed(2)} s with it: ${added} s more`,
  );
}
