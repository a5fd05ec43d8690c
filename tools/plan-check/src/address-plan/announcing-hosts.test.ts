// SPDX-License-Identifier: Apache-2.0
import { checkAddressPlans } from './check-address-plans.ts';
import { formatPlanProblem } from './plan-problem.ts';

const infraFile = 'stacks/infra/Pulumi.prod.yaml';
const platformFile = 'stacks/kubevirt-stack/Pulumi.prod.yaml';

const host = (name: string, role: string, last: number) => ({
  name,
  role,
  publicAddress: `10.20.0.${last}`,
  hostKeys: ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPD250Y43gJAB07dRGHVUZjQ7fuGwAr9jOqI2pfIQ28c'],
});

function linesOf(hosts: unknown, metallb: object): string[] {
  const pools = [{ name: 'default', addresses: ['10.9.0.0/24'] }];
  const problems = checkAddressPlans([
    {
      name: 'prod',
      infra: { file: infraFile, config: { hosts } },
      platform: { file: platformFile, config: { metallb: { pools, ...metallb } } },
      clusters: [],
    },
  ]);
  return problems.map(formatPlanProblem);
}

const planes = [host('a', 'control-plane', 1), host('b', 'control-plane', 2)];

// Proves: networks.control-planes-announce
test('rejects an environment whose hosts are all control planes and not configured to announce', () => {
  expect(linesOf(planes, {})).toEqual([
    `${platformFile}: config.kubevirt-stack:metallb.excludedHosts: all hosts are control planes, which MetalLB announces nothing from by itself; set announce (the other: ${infraFile}: config.infra:hosts)`,
  ]);
  expect(linesOf(planes, { excludedHosts: 'announce' })).toEqual([]);
});

test('accepts one worker, and does not judge hosts that infra does not make', () => {
  expect(linesOf([...planes, host('c', 'worker', 3)], {})).toEqual([]);
  expect(linesOf([], {})).toEqual([]);
});
