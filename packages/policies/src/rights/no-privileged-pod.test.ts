// SPDX-License-Identifier: Apache-2.0
import { kinds } from '../resource/index.ts';
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

/** Returns the findings of the policy in a pod, without the words around them. */
async function found(container: object, pod: object = {}) {
  const [message = ''] = await violationsOf(noPrivilegedPod, [deployment(container, pod)]);
  return /than a pod may: (.*)\. Leave that out/.exec(message)?.[1];
}

const context = (securityContext: object) => ({ securityContext });

test.each([
  ['main has procMount Unmasked', context({ procMount: 'Unmasked' })],
  ['main has seccompProfile Unconfined', context({ seccompProfile: { type: 'Unconfined' } })],
  ['main has appArmorProfile Unconfined', context({ appArmorProfile: { type: 'Unconfined' } })],
  ['main has the SELinux type spc_t', context({ seLinuxOptions: { type: 'spc_t' } })],
  [
    'main has the SELinux user system_u; main has the SELinux role system_r',
    context({ seLinuxOptions: { user: 'system_u', role: 'system_r' } }),
  ],
  ['main is a process of a Windows host', context({ windowsOptions: { hostProcess: true } })],
  [
    'main makes its node connect to 169.254.169.254',
    { livenessProbe: { httpGet: { host: '169.254.169.254', port: 80 } } },
  ],
  [
    'main makes its node connect to 127.0.0.1',
    { lifecycle: { preStop: { tcpSocket: { host: '127.0.0.1', port: 10250 } } } },
  ],
])('rejects what Pod Security refuses of a container: %s', async (what, container) => {
  expect(await found(container)).toBe(what);
});

test.each([
  ['it sets kernel.msgmax', context({ sysctls: [{ name: 'kernel.msgmax', value: '1' }] })],
  ['it has seccompProfile Unconfined', context({ seccompProfile: { type: 'Unconfined' } })],
  ['it has appArmorProfile Unconfined', context({ appArmorProfile: { type: 'Unconfined' } })],
  ['it has the SELinux type spc_t', context({ seLinuxOptions: { type: 'spc_t' } })],
  ['it is a process of a Windows host', context({ windowsOptions: { hostProcess: true } })],
])('rejects what Pod Security refuses of a pod: %s', async (what, pod) => {
  expect(await found({}, pod)).toBe(what);
});

test('rejects an AppArmor profile in the annotation of a pod', async () => {
  const key = 'container.apparmor.security.beta.kubernetes.io/main';
  const pod = (profile: string) => ({
    type: kinds.pod,
    props: {
      metadata: { namespace: 'apps', name: 'agent', annotations: { [key]: profile } },
      spec: { containers: [{ name: 'main', image: 'quay.io/strata/main:v1' }] },
    },
  });
  expect(await violationsOf(noPrivilegedPod, [pod('runtime/default')])).toEqual([]);
  expect(await violationsOf(noPrivilegedPod, [pod('unconfined')])).toEqual([
    'Pod apps/agent needs more of its node than a pod may: main has the AppArmor profile unconfined. Leave that out, or write the exception and its reason into packages/policies/src/rights/privileged-pods.ts.',
  ]);
});

test('accepts what Pod Security allows', async () => {
  const container = {
    ...context({
      procMount: 'Default',
      seccompProfile: { type: 'RuntimeDefault' },
      appArmorProfile: { type: 'Localhost' },
      seLinuxOptions: { type: 'container_t', level: 's0' },
      windowsOptions: { hostProcess: false },
    }),
    readinessProbe: { httpGet: { path: '/', port: 80 } },
  };
  const pod = context({ sysctls: [{ name: 'net.ipv4.tcp_syncookies', value: '1' }] });
  expect(await violationsOf(noPrivilegedPod, [deployment(container, pod)])).toEqual([]);
});
