// SPDX-License-Identifier: Apache-2.0
import { allPromises } from './all-promises.ts';
import { judge, type ClusterObject } from './judge.ts';

// Objects as real components write them, as far as their promises need it.
const now = new Date('2026-01-01T01:00:00Z');
const metadata = { name: 'a', namespace: 'shop' };

const machine = (status: object) => ({ metadata, status: { phase: 'Running', ...status } });

const growing = (capacity: string, status: object) => ({
  metadata,
  status: {
    phase: 'Bound',
    allocatedResources: { storage: '2Gi' },
    capacity: { storage: capacity },
    ...status,
  },
});

const attached = (device: string) => ({
  metadata: {
    ...metadata,
    annotations: {
      'k8s.v1.cni.cncf.io/networks': '[{"name":"vlan-7","interface":"pod37a8eec1ce1"}]',
      'k8s.v1.cni.cncf.io/network-status': JSON.stringify([
        { name: 'rack', interface: 'eth0', ips: ['10.0.0.7'], default: true },
        { name: 'shop/vlan-7', interface: device },
      ]),
    },
  },
});

/** Judges the promises about a field by a single object: how many were judged, and which it breaks. */
function judged(kind: string, field: string, object: ClusterObject): [number, readonly string[]] {
  const about = allPromises.filter((one) => one.of.kind === kind && one.field.includes(field));
  expect(about).not.toEqual([]);
  const objectsOf = (wanted: string) => (wanted === kind ? [object] : []);
  const verdicts = about.map((one) => judge(one, objectsOf, now));
  return [
    verdicts.reduce((sum, { asked }) => sum + asked, 0),
    verdicts.flatMap(({ broken }) => broken),
  ];
}

test.each<[string, string, string, ClusterObject, number]>([
  [
    'a kubelet that has drawn the longest time between two reports',
    'nodes',
    'lastHeartbeatTime',
    {
      metadata,
      status: { conditions: [{ type: 'Ready', lastHeartbeatTime: '2026-01-01T00:52:20Z' }] },
    } as ClusterObject,
    1,
  ],
  [
    'a migration that has failed',
    'virtualmachineinstances',
    'migration',
    machine({
      migrationMethod: 'LiveMigration',
      migrationState: { completed: true, failed: true },
    }),
    1,
  ],
  [
    'interfaces that only the guest agent or Multus knows',
    'virtualmachineinstances',
    'infoSource',
    machine({
      interfaces: [
        { name: 'default', infoSource: 'domain, guest-agent', linkState: 'up' },
        { name: 'more', infoSource: 'multus-status' },
        { interfaceName: 'cilium_host', infoSource: 'guest-agent' },
      ],
    }),
    1,
  ],
  [
    'an interface whose link is down',
    'virtualmachineinstances',
    'linkState',
    machine({ interfaces: [{ name: 'default', infoSource: 'domain', linkState: 'down' }] }),
    1,
  ],
  [
    'a machine that has virtual functions alone',
    'virtualmachineinstances',
    'interfaces[',
    {
      metadata,
      spec: { domain: { devices: { interfaces: [{ name: 'fast', sriov: {} }] } } },
      status: { phase: 'Running', interfaces: [{ name: 'fast', infoSource: 'domain' }] },
    } as ClusterObject,
    1,
  ],
  [
    'a volume that still grows',
    'persistentvolumeclaims',
    'capacity',
    growing('1Gi', { allocatedResourceStatuses: { storage: 'NodeResizePending' } }),
    0,
  ],
  ['a volume that has grown', 'persistentvolumeclaims', 'capacity', growing('2Gi', {}), 1],
  ['a pod with another network', 'pods', 'networks"]{json}', attached('pod37a8eec1ce1'), 1],
])('%s keeps what is promised', (_, kind, field, object, asked) => {
  expect(judged(kind, field, object)).toEqual([asked, []]);
});

test('an interface that is not made as it was asked for breaks a promise', () => {
  expect(judged('pods', 'networks"]{json}', attached('net1'))).toEqual([
    1,
    ['shop/a has pod37a8eec1ce1'],
  ]);
});
