// SPDX-License-Identifier: Apache-2.0
import { checkAddressPlans } from './check-address-plans.ts';
import { formatPlanProblem } from './plan-problem.ts';

const infraFile = 'stacks/infra/Pulumi.prod.yaml';
const platformFile = 'stacks/kubevirt-stack/Pulumi.prod.yaml';

function linesOf(interfaces: string[]): string[] {
  const pools = [{ name: 'default', addresses: ['10.9.0.0/24'] }];
  const problems = checkAddressPlans([
    {
      name: 'prod',
      infra: { file: infraFile, config: { bridges: [{ name: 'br1', uplink: 'bond0' }] } },
      platform: { file: platformFile, config: { metallb: { pools, l2: { interfaces } } } },
      clusters: [],
    },
  ]);
  return problems.map(formatPlanProblem);
}

// Proves: networks.silent-interfaces
test('finds the bridge of infra that would silence the interface of load balancers', () => {
  expect(linesOf(['bond0'])).toEqual([
    `${platformFile}: config.kubevirt-stack:metallb.l2.interfaces[0]: on hosts with the bridge "br1", "bond0" is its port, where MetalLB answers nothing, so nobody would reach an address; add "br1" (the other: ${infraFile}: config.infra:bridges)`,
  ]);
  expect(linesOf(['br1'])).toEqual([]);
  expect(linesOf(['bond0', 'br1'])).toEqual([]);
});
