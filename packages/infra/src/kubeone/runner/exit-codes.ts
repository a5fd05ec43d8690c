// SPDX-License-Identifier: Apache-2.0

/**
 * Meanings of KubeOne's exit codes, with advice on where to look.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/fail/exitcodes.go
 */
const hints: Readonly<Record<number, string>> = {
  10: 'a step failed; its last lines say which',
  11: 'etcd does not answer as it should: see docs/runbooks/recover-etcd.md before anything else',
  12: 'the Kubernetes API refused or did not answer: check the load balancer of apiEndpoint',
  13: 'SSH to a host failed: check its address, user, key and host key in config.infra:hosts',
  14: 'a host cannot be reached: check that it is up, and the bastion if there is one',
  15: 'KubeOne refuses the configuration',
};

/** Codes of errors that may be about something else: those in a step of a run, and those of SSH. */
const wrapping: readonly number[] = [10, 13];

/**
 * Lines that say more than the code of any error, the most telling first. A command that fails on a host is an error
 * of SSH for KubeOne.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/ssh/connection.go (Exec, POpen)
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/scripts/os_debian.go#L80
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/files.go (fixFilePermissions)
 */
const telling: readonly (readonly [line: RegExp, hint: string])[] = [
  [
    /^(stderr: )?E: Held packages were changed/m,
    'KubeOne wants newer packages than those that it holds on the hosts of the cluster: run ' +
      '"apt-mark unhold kubelet kubeadm kubectl kubernetes-cni cri-tools" on each, and see docs/bare-metal.md#held-packages',
  ],
  [
    /^Process exited with /m,
    'a command on a host failed; the lines after "Process exited" say which',
  ],
  [
    /^kubernetes: waiting for all Nodes to be Ready/m,
    'KubeOne has waited for almost an hour until every node of the cluster is Ready, listed or not: see which is not ' +
      '(kubectl get nodes), and docs/bare-metal.md#nodes-that-are-not-ready',
  ],
];

/**
 * Beginnings of lines of errors, and the codes that these errors would have outside a step.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/fail/errors.go
 */
const beginnings: readonly (readonly [beginning: string, code: number])[] = [
  ['etcd: ', 11],
  ['kubernetes: ', 12],
  ['ssh: ', 13],
  ['connection to: ', 14],
  ['configuration ', 15],
];

const printedError = (stderr: string) =>
  stderr.slice(stderr.lastIndexOf('Error: ') + 'Error: '.length);

/** Returns the command of kubeadm at whose script a run stopped. */
const stoppedKubeadm = (stderr: string) =>
  /\bkubeadm\b[^\n]*? (init|join)\b(?! phase)/.exec(printedError(stderr))?.[1];

/**
 * Returns what stopped a run, and how to go on. KubeOne leaves a host alone that has a kubeconfig of kubeadm, which
 * kubeadm writes long before it ends.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/scripts/kubeadm.go#L26
 */
export function adviceFor(exitCode: number, stderr: string): string {
  const verb = stoppedKubeadm(stderr);
  if (verb === undefined) {
    return `${hintFor(exitCode, stderr)}. Completed steps stay; fix the cause and run pulumi up again to continue.`;
  }
  return (
    `kubeadm ${verb} did not end, and KubeOne never takes that up again: fix the cause, run "kubeadm reset -f" ` +
    'as root on the host at which it stopped, and run pulumi up again (docs/bare-metal.md#kubeadm-stopped-half-way).'
  );
}

/** Returns advice on a plan that fails because a first run stopped in kubeadm; empty for other failures. */
export const adviceForPlan = (stderr: string): string =>
  stderr.includes('quorum mostly like lost')
    ? ' If an earlier run stopped in kubeadm init, see docs/bare-metal.md#kubeadm-stopped-half-way.'
    : '';

/** Returns the code of the innermost error that KubeOne prints; undefined for an error of no kind. */
function innermostCode(printed: string): number | undefined {
  const codes = printed
    .split('\n')
    .flatMap((line) => beginnings.find(([beginning]) => line.startsWith(beginning))?.[1] ?? []);
  return codes.at(-1);
}

/**
 * Returns what an exit code means and what to check. The errors of all steps have one code, so these
 * are told apart by what KubeOne prints.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/tasks.go `Tasks.Run`
 */
export function hintFor(exitCode: number, stderr: string): string {
  const printed = printedError(stderr);
  const [, told] = telling.find(([line]) => line.test(printed)) ?? [];
  if (told !== undefined) return told;
  const code = wrapping.includes(exitCode) ? (innermostCode(printed) ?? exitCode) : exitCode;
  return hints[code] ?? 'its last lines say why';
}
