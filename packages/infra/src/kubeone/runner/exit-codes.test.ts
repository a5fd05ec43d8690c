// SPDX-License-Identifier: Apache-2.0
import { adviceFor, hintFor } from './exit-codes.ts';

// Errors as KubeOne 1.14.2 prints them: pkg/fail/errors.go writes the errors, pkg/ssh/connection.go (Exec, POpen) wraps each
// command that fails on a host in two of SSH.
const failedCommand = (command: string, said: string) =>
  [
    'Error: runtime: upgrading kubelets',
    'ssh: exec',
    'ssh: popen',
    'Process exited with status 100',
    command,
    `stderr: ${said}`,
  ].join('\n');

test.each([
  [
    'a command that fails on a host',
    10,
    failedCommand('sudo apt-get install kubelet', 'E: Unable to locate package kubelet'),
    'a command on a host failed; the lines after "Process exited" say which',
  ],
  [
    'apt, which would change packages that are held',
    10,
    failedCommand(
      'sudo apt-get install -y kubelet kubernetes-cni cri-tools',
      'Reading package lists...\nE: Held packages were changed and -y was used without --allow-change-held-packages.',
    ),
    'KubeOne wants newer packages than those that it holds on the hosts of the cluster: run ' +
      '"apt-mark unhold kubelet kubeadm kubectl kubernetes-cni cri-tools" on each, and see docs/bare-metal.md#held-packages',
  ],
  [
    'such a command that speaks of SSH itself',
    10,
    failedCommand('sudo git fetch', 'first\nssh: connect to host: refused'),
    'a command on a host failed; the lines after "Process exited" say which',
  ],
  [
    'such a command outside a step',
    13,
    'Error: ssh: popen\nProcess exited with status 1',
    'a command on a host failed; the lines after "Process exited" say which',
  ],
  [
    'a host that refuses the key',
    13,
    'Error: ssh: dialing\nssh: handshake failed: ssh: unable to authenticate',
    'SSH to a host failed: check its address, user, key and host key in config.infra:hosts',
  ],
  [
    'a host that is down',
    10,
    'Error: runtime: preparing hosts\nssh: dialing\nconnection to: 10.0.0.1:22\ndial tcp: refused',
    'a host cannot be reached: check that it is up, and the bastion if there is one',
  ],
  [
    'a node that is not ready',
    10,
    'Error: runtime: Fix permissions of system files\nkubernetes: waiting for all Nodes to be Ready\ncontext deadline exceeded',
    'KubeOne has waited for almost an hour until every node of the cluster is Ready, listed or not: see which is not (kubectl get nodes), and docs/bare-metal.md#nodes-that-are-not-ready',
  ],
  [
    'an API server that is away',
    12,
    'Error: kubernetes: building dynamic kubernetes client\nconnection refused',
    'the Kubernetes API refused or did not answer: check the load balancer of apiEndpoint',
  ],
  ['a code that nobody knows', 99, 'Error: other', 'its last lines say why'],
])('says what to check after %s', (_, code, stderr, hint) => {
  expect(hintFor(code, stderr)).toBe(hint);
});

test('says that a run goes on where it was', () => {
  expect(adviceFor(11, 'Error: etcd: member list')).toBe(
    'etcd does not answer as it should: see docs/runbooks/recover-etcd.md before anything else. ' +
      'Completed steps stay; fix the cause and run pulumi up again to continue.',
  );
});
