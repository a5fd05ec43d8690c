// SPDX-License-Identifier: Apache-2.0
import { migrationContract } from '@strata/contracts';
import { machineMobility } from './index.ts';
import type { MobilityContext } from './index.ts';
import { testMachine, testPlatform } from './test-cluster.ts';

const hosts = [
  { name: 'metal-0', zone: 'a' },
  { name: 'metal-1', zone: 'b' },
  { name: 'metal-2', zone: 'b' },
];
const tainted = {
  name: 'cp-0',
  taints: [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' as const }],
};
const masquerade = { binding: 'masquerade', ipPreservingCni: false } as const;
const bridge = { binding: 'bridge', ipPreservingCni: false } as const;

const bridged = 'its interface is bridged to the pod network, whose address stays behind';
const none = 'its evictionStrategy is None';
const together =
  'podAffinityPreset is hard: while it moves, its second pod has to be on the host of the first one, and must not be';
const returns = (replicas: number, away: number) =>
  `podAffinityPreset is hard: started anew, it has to be on the host that the others of the ${replicas} are still on, and they wait for it, for maxUnavailable is ${away}`;
const apart = (replicas: number, count: number) =>
  `podAntiAffinityPreset is hard: each of the ${count} hosts for it has one of the ${replicas} machines, and its second pod needs one without`;
const spreadOut = (count: number, replicas: number, more = '') =>
  `its spread over kubernetes.io/hostname is DoNotSchedule: a host that is drained counts as one without machines, and with maxSkew 1 the others have no place for ${count} of the ${replicas}${more}`;
const overZones = (count: number, replicas: number, more = '') =>
  spreadOut(count, replicas, more).replace(host, zone);
const oneAway = ', of which maxUnavailable lets 1 be away';
const oneLeft = (host: string) =>
  `its nodeSelector, presets and tolerations leave it one host, "${host}", and its second pod needs another`;
const oneHost = 'only one host takes such machines, "metal-0", and its second pod needs another';

interface Row {
  readonly scheduling: object;
  readonly evictionStrategy?: 'None' | 'LiveMigrate';
  readonly network?: MobilityContext['network'];
  readonly replicas?: number;
  readonly maxUnavailable?: number;
  readonly hosts?: MobilityContext['hosts'];
  readonly expected: readonly ['migrates' | 'drains' | 'blocks', ...string[]];
}

const zone = 'topology.kubernetes.io/zone';
const host = 'kubernetes.io/hostname';
const strict = { maxSkew: 1, topologyKey: host, whenUnsatisfiable: 'DoNotSchedule' } as const;

// KubeVirt's behaviour: a VM that can migrate is LiveMigratable wherever it may go, its eviction is
// refused, and its second pod waits for a host; then the migration fails, and begins anew.
const rows: Readonly<Record<string, Row>> = {
  'no rules': { scheduling: {}, expected: ['migrates'] },
  'one machine on each host, and one host has taints': {
    scheduling: { podAntiAffinityPreset: 'hard' },
    hosts: [...hosts, tainted],
    replicas: 3,
    expected: ['blocks', apart(3, 3)],
  },
  'one machine on each host, and it tolerates the taints of one more': {
    scheduling: { podAntiAffinityPreset: 'hard', tolerations: [{ operator: 'Exists' }] },
    hosts: [...hosts, tainted],
    replicas: 3,
    expected: ['migrates'],
  },
  'two hosts, of which one has taints': {
    scheduling: {},
    hosts: [{ name: 'metal-0' }, tainted],
    expected: ['blocks', oneLeft('metal-0')],
  },
  'soft rules, which do not bind': {
    scheduling: { podAffinityPreset: 'soft', podAntiAffinityPreset: 'soft' },
    replicas: 3,
    expected: ['migrates'],
  },
  'one machine, together with itself': {
    scheduling: { podAffinityPreset: 'hard' },
    replicas: 1,
    expected: ['blocks', together],
  },
  'machines on one host': {
    scheduling: { podAffinityPreset: 'hard' },
    expected: ['blocks', together],
  },
  'machines on one host, with unknown hosts': {
    scheduling: { podAffinityPreset: 'hard' },
    hosts: [],
    expected: ['blocks', together],
  },
  'machines on one host that shut down, one at a time': {
    scheduling: { podAffinityPreset: 'hard' },
    evictionStrategy: 'None',
    expected: ['blocks', none, returns(2, 1)],
  },
  'machines on one host that cannot migrate, one at a time': {
    scheduling: { podAffinityPreset: 'hard' },
    network: bridge,
    replicas: 3,
    maxUnavailable: 2,
    expected: ['blocks', bridged, returns(3, 2)],
  },
  'machines on one host that cannot migrate, all at once': {
    scheduling: { podAffinityPreset: 'hard' },
    network: bridge,
    maxUnavailable: 2,
    expected: ['drains', bridged],
  },
  'a host for each, and one more': {
    scheduling: { podAntiAffinityPreset: 'hard' },
    replicas: 2,
    expected: ['migrates'],
  },
  'as many machines as hosts': {
    scheduling: { podAntiAffinityPreset: 'hard' },
    replicas: 3,
    expected: ['blocks', apart(3, 3)],
  },
  'as many machines as hosts, with unknown hosts': {
    scheduling: { podAntiAffinityPreset: 'hard' },
    replicas: 3,
    hosts: [],
    expected: ['migrates'],
  },
  'as many machines as hosts, which shut down and wait for theirs': {
    scheduling: { podAntiAffinityPreset: 'hard' },
    evictionStrategy: 'None',
    replicas: 3,
    expected: ['drains', none],
  },
  'as many machines as the zone has hosts': {
    scheduling: { podAntiAffinityPreset: 'hard', nodeSelector: { [zone]: 'b' } },
    replicas: 2,
    expected: ['blocks', apart(2, 2)],
  },
  'as many machines as hosts, and more hosts than the zone has': {
    scheduling: { podAntiAffinityPreset: 'hard', nodeSelector: { [zone]: 'a' } },
    replicas: 3,
    expected: ['blocks', oneLeft('metal-0')],
  },
  'a zone with more hosts than one': {
    scheduling: { nodeSelector: { [zone]: 'b' } },
    expected: ['migrates'],
  },
  'a zone with one host': {
    scheduling: { nodeSelector: { [zone]: 'a' } },
    expected: ['blocks', oneLeft('metal-0')],
  },
  'one host by its name': {
    scheduling: { nodeAffinityPreset: { type: 'hard', key: host, values: ['metal-2'] } },
    expected: ['blocks', oneLeft('metal-2')],
  },
  'one host by its name, if possible': {
    scheduling: { nodeAffinityPreset: { type: 'soft', key: host, values: ['metal-2'] } },
    expected: ['migrates'],
  },
  'any zone, and one host that is in one': {
    scheduling: { nodeAffinityPreset: { type: 'hard', key: zone } },
    hosts: [...hosts.slice(0, 1), { name: 'metal-1' }],
    expected: ['blocks', oneLeft('metal-0')],
  },
  'one host, the others being forbidden': {
    scheduling: { nodeAntiAffinityPreset: { type: 'hard', key: zone, values: ['b'] } },
    expected: ['blocks', oneLeft('metal-0')],
  },
  'one host, and a machine that cannot migrate anyway': {
    scheduling: { nodeSelector: { [host]: 'metal-1' } },
    network: bridge,
    expected: ['drains', bridged],
  },
  'strictly spread, with a place on the other hosts for all': {
    scheduling: { spread: [strict] },
    replicas: 4,
    expected: ['migrates'],
  },
  'strictly spread, with no place for the last one of a host': {
    scheduling: { spread: [strict] },
    replicas: 5,
    expected: ['blocks', spreadOut(1, 5)],
  },
  'strictly spread, with a place for the first of a host, which counts there until it has moved': {
    scheduling: { spread: [strict] },
    replicas: 6,
    expected: ['blocks', spreadOut(1, 6)],
  },
  'strictly spread over hosts and over zones': {
    scheduling: { spread: [strict, { ...strict, topologyKey: zone }] },
    replicas: 5,
    expected: ['blocks', `${spreadOut(1, 5)}; ${overZones(2, 5)}`],
  },
  'strictly spread over one host': {
    scheduling: { spread: [strict] },
    hosts: hosts.slice(0, 1),
    expected: ['blocks', oneHost],
  },
  'spread if possible': {
    scheduling: { spread: [{ ...strict, whenUnsatisfiable: 'ScheduleAnyway' }] },
    replicas: 5,
    expected: ['migrates'],
  },
  'strictly spread, with a larger difference': {
    scheduling: { spread: [{ ...strict, maxSkew: 2 }] },
    replicas: 5,
    expected: ['migrates'],
  },
  'strictly spread over the hosts that a selector leaves': {
    scheduling: { spread: [strict], nodeSelector: { [zone]: 'b' } },
    replicas: 3,
    expected: ['blocks', spreadOut(1, 3)],
  },
  'strictly spread, with unknown hosts': {
    scheduling: { spread: [strict] },
    replicas: 5,
    hosts: [],
    expected: ['migrates'],
  },
  'strictly spread over a label with unknown values': {
    scheduling: { spread: [{ ...strict, topologyKey: 'example.org/row' }] },
    replicas: 5,
    expected: ['migrates'],
  },
  'strictly spread over zones, one of which has one host': {
    scheduling: { spread: [{ ...strict, topologyKey: zone }] },
    replicas: 3,
    expected: ['blocks', overZones(1, 3)],
  },
  'strictly spread over zones with several hosts each': {
    scheduling: { spread: [{ ...strict, topologyKey: zone }] },
    hosts: [...hosts, { name: 'metal-3', zone: 'a' }],
    replicas: 9,
    expected: ['migrates'],
  },
  'strictly spread over zones, and hosts without one, which take no machine': {
    scheduling: { spread: [{ ...strict, topologyKey: zone }] },
    hosts: [...hosts, { name: 'metal-3' }],
    replicas: 3,
    expected: ['blocks', overZones(1, 3)],
  },
  'strictly spread, and shut down: the last of a host waits for it to come back': {
    scheduling: { spread: [strict] },
    evictionStrategy: 'None',
    replicas: 5,
    expected: ['drains', none],
  },
  'strictly spread, and shut down: the first of a host waits, and keeps the other there': {
    scheduling: { spread: [strict] },
    network: bridge,
    replicas: 6,
    expected: ['blocks', bridged, spreadOut(2, 6, oneAway)],
  },
  'strictly spread over hosts and over zones, and shut down': {
    scheduling: { spread: [strict, { ...strict, topologyKey: zone }] },
    network: bridge,
    replicas: 6,
    expected: ['blocks', bridged, `${spreadOut(2, 6, oneAway)}; ${overZones(3, 6, oneAway)}`],
  },
  'strictly spread, and shut down, as many at a time as find no place': {
    scheduling: { spread: [strict] },
    network: bridge,
    replicas: 6,
    maxUnavailable: 2,
    expected: ['drains', bridged],
  },
  'a label of hosts with unknown values': {
    scheduling: { nodeSelector: { 'example.org/gpu': 'yes' } },
    expected: ['migrates'],
  },
  'presets with labels of hosts with unknown values': {
    scheduling: {
      nodeAffinityPreset: { type: 'hard', key: 'example.org/gpu', values: ['yes'] },
      nodeAntiAffinityPreset: { type: 'hard', key: 'example.org/row', values: ['1'] },
    },
    expected: ['migrates'],
  },
  'a data centre with one host': {
    scheduling: {},
    hosts: hosts.slice(0, 1),
    expected: ['blocks', oneHost],
  },
};

// Proves: drains-and-updates.host-drain
test.each(Object.entries(rows))('%s', (_, row) => {
  const { scheduling, evictionStrategy, expected } = row;
  const [behaviour, ...reasons] = expected;
  const { machine } = testMachine({
    scheduling,
    ...(evictionStrategy !== undefined && { evictionStrategy }),
  });
  const mobility = machineMobility(machine, {
    role: 'worker',
    network: row.network ?? masquerade,
    platform: testPlatform,
    replicas: row.replicas ?? 2,
    maxUnavailable: row.maxUnavailable ?? 1,
    hosts: row.hosts ?? hosts,
  });
  expect(migrationContract(mobility)).toEqual({ behaviour, reasons });
});
