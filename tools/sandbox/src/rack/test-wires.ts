// SPDX-License-Identifier: Apache-2.0
// A program for wires.test.ts, which runs in its own namespaces: six pods with interfaces on wires,
// all in one subnet. Prints as JSON what becomes of a TCP connection from the first pod to each of
// the others.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { ip } from './ip.ts';
import { Wires, type Wire } from './wires.ts';

const pods: Readonly<Record<string, Wire & { readonly mtu?: number }>> = {
  first: { bridge: 'br1', vlan: 100, mtu: 9000 },
  sameVlan: { bridge: 'br1', vlan: 100, mtu: 9000 },
  otherVlan: { bridge: 'br1', vlan: 200 },
  untagged: { bridge: 'br1' },
  otherBridge: { bridge: 'br2', vlan: 100 },
  hostWithoutUplink: { bridge: 'br1', vlan: 100, host: 'metal-1' },
};
const addressOf = (index: number) => `10.20.0.${index + 1}`;

const listening = `require('node:net').createServer((s) => s.end()).listen(7000, () => console.log('up'))`;
const connecting = (host: string) => `
  const socket = require('node:net').connect({ host: '${host}', port: 7000, timeout: 1000 });
  const say = (what) => { console.log(what); process.exit(); };
  socket.on('connect', () => say('connected'));
  socket.on('timeout', () => say('nobody answers'));
  socket.on('error', () => say('nobody answers'));`;
const inside = (pod: string, script: string) =>
  ['netns', 'exec', pod, process.execPath, '--eval', script] as const;

const wires = new Wires();
const listeners = [];
// All at once, as the pods of a cluster start.
await Promise.all(
  Object.entries(pods).map(async ([pod, wire], index) => {
    await ip('netns', 'add', pod);
    const mac = `02:00:00:00:00:0${index}`;
    await wires.plug(pod, { ...wire, device: 'net1', mac });
    await ip('-n', pod, 'address', 'add', `${addressOf(index)}/24`, 'dev', 'net1');
    await ip('-n', pod, 'link', 'set', 'net1', 'up');
  }),
);
const [, ...others] = Object.keys(pods);
for (const pod of others) {
  const listener = spawn('ip', inside(pod, listening));
  await once(listener.stdout, 'data');
  listeners.push(listener);
}
const answers = others.map((pod, index) => {
  const { stdout } = spawnSync('ip', inside('first', connecting(addressOf(index + 1))));
  return [pod, stdout.toString().trim()] as const;
});
const [link] = JSON.parse(await ip('-n', 'first', '-json', 'link', 'show', 'net1')) as {
  readonly address: string;
  readonly mtu: number;
}[];
console.log(JSON.stringify({ ...Object.fromEntries(answers), mac: link?.address, mtu: link?.mtu }));
for (const listener of listeners) listener.kill();
