// SPDX-License-Identifier: Apache-2.0
import { deployment } from '../test-objects.ts';
import { violationsOf } from '../test-violations.ts';
import { noPrivilegedPod } from './index.ts';

const greedy = [
  {
    securityContext: { privileged: true, capabilities: { add: ['CAP_SYS_ADMIN', 'CHOWN'] } },
    ports: [{ containerPort: 80, hostPort: 8080 }],
  },
  { hostNetwork: true, volumes: [{ name: 'root', hostPath: { path: '/' } }] },
] as const;

test('accepts ordinary pods, and listed exceptions', async () => {
  const ordinary = deployment({ securityContext: { capabilities: { add: ['CHOWN'] } } });
  const known = deployment(...greedy, { namespace: 'metallb-system', name: 'speaker' });
  expect(await violationsOf(noPrivilegedPod, [ordinary, known])).toEqual([]);
});

test('rejects all other pods and names everything that they take', async () => {
  expect(await violationsOf(noPrivilegedPod, [deployment(...greedy)])).toEqual([
    'Deployment cluster-demo/cp-0 needs more of its node than a pod may: it has hostNetwork; volume root is a hostPath; main is privileged; main adds SYS_ADMIN; main has hostPort 8080. Leave that out, or write the exception and its reason into packages/policies/src/rights/privileged-pods.ts.',
  ]);
});
