// SPDX-License-Identifier: Apache-2.0
// The process that is the network of machines: started by machine-network.ts in namespaces of its
// own, with a NetworkPlan as JSON for its argument. Ends when its standard input does.
import { execFileSync, spawn } from 'node:child_process';
import { addresses } from './addresses.ts';
import { endingWithParent } from './ending-with-parent.ts';
import type { NetworkPlan } from './machine-network.ts';
import { serveMirror } from '../images/serve-mirror.ts';
import { networkArguments } from './network-arguments.ts';

const plan = JSON.parse(process.argv[2] ?? '') as NetworkPlan;
execFileSync('ip', ['link', 'set', 'lo', 'up']);
execFileSync('ip', ['address', 'add', `${addresses.endpoint}/32`, 'dev', 'lo']);
await serveMirror(plan.mirror, addresses.mirrorPort);
const [program, ...args] = [...endingWithParent, ...plan.qemu, ...networkArguments(plan.folder)];
const hub = spawn(program, args, {
  stdio: ['ignore', 'inherit', 'inherit'],
});
const end = () => {
  hub.kill('SIGKILL');
  process.exit();
};
hub.on('exit', (code) => process.exit(code ?? 1));
process.stdin.on('end', end).resume();
process.on('SIGTERM', end);
console.log('ready');
