// SPDX-License-Identifier: Apache-2.0
import { brokenHosts } from '@strata/infra/testing';
import { identityOf, metalLab, type MetalLab } from './bare-metal/metal-lab.ts';
import { flat } from './bare-metal/said.ts';

/** As many hosts as there are requirements, each without another one. */
let lab: MetalLab | undefined;
let preview: string;
let update: string;
/** Of a preview that asks for less. */
let lenient: string;

const waived = { CPUs: 'a lab', swap: 'a lab' };

beforeAll(async () => {
  lab = await metalLab('unfit', { hosts: brokenHosts.length, planes: 1 });
  const { hosts, ssh, stack } = lab;
  hosts.forEach((host, index) => {
    const [, broken = {}] = brokenHosts[index] ?? [];
    host.ssh.reset({ ...identityOf(index), ...broken });
  });
  const preflight = { iommu: true, sriovFunctions: 8 };
  const config = {
    'infra:provisioner': 'kubeone',
    'infra:ssh': ssh,
    'infra:hosts': hosts.map(({ config }) => config),
    'infra:kubeone': { version: '1.34.4', apiEndpoint: { host: '192.0.2.9' } },
    'infra:preflight': preflight,
    'infra:hostProfiles': { profile: 'high-performance', highPerformance: { hugepagesGiB: 2 } },
    'infra:bridges': [{ name: 'br-vlan', uplink: 'eth1', mtu: 9000, vlans: ['100-199'] }],
  };
  stack.configure(config);
  preview = flat(await stack.pulumi('preview'));
  update = flat(await stack.pulumi('up', '--yes', '--skip-preview', '--continue-on-error'));
  stack.configure({ ...config, 'infra:preflight': { ...preflight, waived } });
  lenient = flat(await stack.pulumi('preview'));
});
afterAll(() => lab?.[Symbol.asyncDispose]());

const cases = brokenHosts.map(([title, , message], index) => ({ title, message, index }));

test.each(cases)(
  'preview and up of a stack say that a host is without: $title',
  ({ title, message, index }) => {
    const address = `127.0.1.${10 + index}`;
    const report = `host metal-${index} (${address}) is not ready, 1 problem: - ${title}: ${message}`;
    expect(preview).toContain(`warning: ${report}`);
    expect(update).toContain(report);
  },
);

test('what is waived is no problem of any host', () => {
  const told = cases.filter(({ message, title }) => lenient.includes(`- ${title}: ${message}`));
  const asked = cases.filter(({ title }) => !(title in waived));
  expect(told.map(({ title }) => title)).toEqual(asked.map(({ title }) => title));
});

test('nothing was asked of KubeOne, and nothing done to hosts', () => {
  expect(lab?.kubeone.calls()).toEqual([]);
  const commands = lab?.hosts.flatMap(({ ssh }) => ssh.commands);
  expect(new Set(commands)).toEqual(new Set(['sh -s fresh']));
});
