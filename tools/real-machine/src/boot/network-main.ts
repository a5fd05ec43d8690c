// SPDX-License-Identifier: Apache-2.0
// The process that is the network of machines: started by machine-network.ts in namespaces of its
// own, with a NetworkPlan as JSON for its argument. Ends when its standard input does.
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
  // From the gateway, as what comes through a load balancer does. A client of the namespace would
  // have the endpoint for its own address, which the control plane has, too.
  { host: machineAddress(0), port: apiPort, localAddress: gateway },
);
process.stdin.on('end', () => process.exit()).resume();
process.on('SIGTERM', () => process.exit());
console.log('ready');
