// SPDX-License-Identifier: Apache-2.0
// Process that is the network of machines. machine-network.ts starts it in namespaces of its own,
// with a NetworkPlan as JSON in its argument. It ends when its standard input ends.
import { execFileSync } from 'node:child_process';
import { serveMirror } from '../images/serve-mirror.ts';
import { addresses, machineAddress, ports, tapOf } from './addresses.ts';
import { forwardConnections } from './forward-connections.ts';
import type { NetworkPlan } from './machine-network.ts';

const plan = JSON.parse(process.argv[2] ?? '') as NetworkPlan;
const ip = (...args: string[]) => execFileSync('ip', args);
const { apiPort, endpoint, gateway, mirrorPort, prefix } = addresses;

ip('link', 'set', 'lo', 'up');
ip('address', 'add', `${endpoint}/32`, 'dev', 'lo');
ip('link', 'add', 'switch', 'type', 'bridge');
ip('address', 'add', `${gateway}/${prefix}`, 'dev', 'switch');
ip('link', 'set', 'switch', 'up');
for (let port = 0; port < ports; port += 1) {
  ip('tuntap', 'add', tapOf(port), 'mode', 'tap');
  ip('link', 'set', tapOf(port), 'master', 'switch', 'up');
}
await serveMirror(plan.mirror, { host: gateway, port: mirrorPort });
await forwardConnections(
  { host: endpoint, port: apiPort },
  // Connections come from the gateway, like those through a load balancer. A client in this
  // namespace would otherwise use the endpoint as its own address, and the control plane has that
  // address, too.
  { host: machineAddress(0), port: apiPort, localAddress: gateway },
);
process.stdin.on('end', () => process.exit()).resume();
process.on('SIGTERM', () => process.exit());
console.log('ready');
