// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '../kubelet/pod.ts';
import { announcingHosts, type SpeakerNode } from './announcing-hosts.ts';
import { renderHost } from './hosts.ts';

const settings = { hosts: 2, hostCpu: 16, hostMemoryGiB: 64, zones: ['a'] };

/** The sandbox's own hosts: all of them are control planes and have the label that kubeadm sets. */
const hosts = [0, 1].map((index) => renderHost(index, settings) as unknown as SpeakerNode);
const worker = { metadata: { name: 'metal-1', uid: 'n1', labels: {} } };

const speaker = (nodeName: string, args: string[] = [], phase = 'Running'): Pod => ({
  metadata: {
    name: `speaker-${nodeName}`,
    uid: nodeName,
    labels: { app: 'metallb', component: 'speaker' },
  },
  spec: { nodeName, containers: [{ name: 'speaker', image: 'speaker', args }] },
  status: { phase },
});

const speakers = (args: string[] = []) => [speaker('metal-1', args), speaker('metal-0', args)];

// Proves: networks.control-planes-announce
test('no host announces when all hosts are control planes, as kubeadm labels them', () => {
  expect(announcingHosts(hosts, speakers(['--port=9120']))).toEqual([]);
});

test('all hosts announce when their speakers ignore the label', () => {
  const flag = ['--port=9120', '--ignore-exclude-lb'];
  expect(announcingHosts(hosts, speakers(flag))).toEqual(['metal-0', 'metal-1']);
});

test('a worker announces, and the control plane beside it does not', () => {
  expect(announcingHosts([...hosts.slice(0, 1), worker], speakers())).toEqual(['metal-1']);
});

test('a host announces only when its speaker runs and its network is available', () => {
  expect(announcingHosts([worker], [speaker('metal-1', [], 'Pending')])).toEqual([]);
  expect(announcingHosts([worker], [])).toEqual([]);
  const conditions = [{ type: 'NetworkUnavailable', status: 'True' }];
  expect(announcingHosts([{ ...worker, status: { conditions } }], speakers())).toEqual([]);
});
