// SPDX-License-Identifier: Apache-2.0
import { ofType, recordProgram, valueOf } from '@strata/testing';
import type { SshConfig } from '../config/index.ts';
import { findTwins } from './find-twins.ts';
import { parseHostFacts } from './host-facts.ts';
import { checkNeeds } from './host-needs.ts';
import { hostNeeds, HostPreflight, type NeedsConfig } from './index.ts';

const config: NeedsConfig = {
  preflight: { resolves: [], iommu: false, sriovFunctions: 0, diskGB: 30, waived: {} },
  hostProfiles: {
    profile: 'standard',
    hosts: { b: 'high-density' },
    highDensity: { swapGiB: 8, swappiness: 60, ksm: 'host', ksmPagesToScan: 1000 },
    highPerformance: {
      reservedCores: 2,
      hugepagesGiB: 4,
      governor: 'performance',
      pinInterrupts: true,
      topologyManager: 'restricted',
    },
  },
  bridges: [{ name: 'br-vlan', uplink: 'eth1', mtu: 9000, vlans: ['2-4094'], hosts: ['b'] }],
};

const ssh: SshConfig = { username: 'root', port: 22 };
const hosts = ['a', 'b'].map((name, index) => ({
  name,
  publicAddress: `10.0.0.${index + 1}`,
  hostKeys: [`ssh-ed25519 AAAA${name}`],
  needs: hostNeeds(name, config),
}));

const facts = (name: string, machineId: string) =>
  JSON.stringify({ hostname: name, machineId, macs: `52:54:00:00:00:0${name}`, cpus: '4' });

const run = (idOf: (name: string) => string, recheck?: string) =>
  recordProgram(
    async () => {
      const preflight = { waived: {}, ...(recheck !== undefined && { recheck }) };
      const args = { hosts, ssh, preflight, endpoint: 'https://192.0.2.9:6443' };
      const { facts: found } = new HostPreflight('preflight', args);
      return valueOf(found);
    },
    {
      outputs: (_, name) =>
        name.includes('-')
          ? { stdout: facts(name.split('-')[1] ?? '', idOf(name)), stderr: '' }
          : {},
    },
  );

test('checks every host with one command, and no host waits for another', async () => {
  const recording = await run((name) => name);
  const { result } = recording;
  expect(result.map(({ name, cpus }) => ({ name, cpus }))).toEqual([
    { name: 'a', cpus: 4 },
    { name: 'b', cpus: 4 },
  ]);
  const commands = ofType(recording, 'command:remote:Command');
  expect(commands.map(({ name, parent, dependsOn }) => ({ name, parent, dependsOn }))).toEqual([
    { name: 'preflight-a', parent: 'preflight', dependsOn: [] },
    { name: 'preflight-b', parent: 'preflight', dependsOn: [] },
  ]);
  expect(commands[0]?.inputs).toMatchObject({
    create: 'sh -s fresh',
    update: 'sh -s drift',
    triggers: ['10.0.0.1', 'ssh-ed25519 AAAAa'],
    logging: 'none',
  });
  expect(commands[0]?.secretInputs).toEqual(['connection']);
});

test('another value of recheck changes only a comment of the script', async () => {
  const stdin = async (recheck?: string) =>
    String(ofType(await run((name) => name, recheck), 'command:remote:Command')[0]?.inputs.stdin);
  const [first, again, later] = [await stdin('1'), await stdin('1'), await stdin('2')];
  expect(first).toBe(again);
  expect(later).toBe(first.replace('# recheck: 1', '# recheck: 2'));
});

test('names hosts that share a value that must be unique', () => {
  const twins = ['a', 'b', 'c'].map((name) =>
    parseHostFacts(name, facts(name, name === 'c' ? 'y' : 'x')),
  );
  expect(findTwins(twins)).toEqual([
    'hosts a, b have the same machine-id x. Hosts made from one image: rm /etc/machine-id, ' +
      'systemd-machine-id-setup, and boot all but one of them.',
  ]);
});

test('shows the output of a host that prints no facts', () => {
  expect(() => parseHostFacts('a', 'Welcome!')).toThrow(
    new Error('host a printed no list of facts: Welcome!'),
  );
});

// Proves: infra-cluster.device-drivers
test('derives the requirements of a host from its profile and bridges', () => {
  expect(hosts.map(({ needs }) => needs)).toEqual([
    {
      profile: 'standard',
      diskGB: 30,
      hugepagesGiB: 0,
      iommu: false,
      sriovFunctions: 0,
      resolves: [],
      bridges: [],
    },
    {
      profile: 'high-density',
      diskGB: 39,
      hugepagesGiB: 0,
      iommu: false,
      sriovFunctions: 0,
      resolves: [],
      bridges: [{ name: 'br-vlan', uplink: 'eth1', mtu: 9000, vlans: '2-4094' }],
    },
  ]);
});

test('reports unknown requirements, unknown hosts and duplicate bridges', () => {
  const bridge = { name: 'br-vlan', uplink: 'eth1', mtu: 1500, vlans: [5] };
  const wrong: NeedsConfig = {
    ...config,
    preflight: { ...config.preflight, waived: { kvm: 'a trial' } },
    bridges: [...config.bridges, { ...bridge, hosts: ['b', 'z'] }],
  };
  expect(checkNeeds(['a', 'b'], config)).toEqual([]);
  const problems = checkNeeds(['a'], wrong);
  expect(problems.map(({ path, message }) => `${path.join('.')} ${message.slice(0, 61)}`)).toEqual([
    'preflight.waived.kvm is no requirement; there are: administrator, operating system',
    'hostProfiles.hosts.b names the host b, which infra:hosts does not have',
    'bridges.0.hosts.0 names the host b, which infra:hosts does not have',
    'bridges.1.hosts.0 names the host b, which infra:hosts does not have',
    'bridges.1.hosts.1 names the host z, which infra:hosts does not have',
  ]);
  expect(
    checkNeeds(['b', 'z'], wrong)
      .slice(1)
      .map(({ path, message }) => `${path.join('.')} ${message}`),
  ).toEqual([
    'bridges.1.name has br-vlan, which another bridge of host b has already',
    'bridges.1.uplink has eth1, which another bridge of host b has already',
  ]);
});
