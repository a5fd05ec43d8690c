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
  16: 'a command on a host failed; its last lines say which',
};

/** Returns what an exit code means and what to check. */
export function hintFor(exitCode: number): string {
  return hints[exitCode] ?? 'its last lines say why';
}
