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

/** Code of an error in a step of a run, whatever the error is. */
const runtimeError = 10;

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
  ['exec: ', 16],
];

/** Returns the code of the innermost error that KubeOne prints; undefined for an error of no kind. */
function innermostCode(stderr: string): number | undefined {
  const printed = stderr.slice(stderr.lastIndexOf('Error: ') + 'Error: '.length).split('\n');
  const codes = printed.flatMap(
    (line) => beginnings.find(([beginning]) => line.startsWith(beginning))?.[1] ?? [],
  );
  return codes.at(-1);
}

/**
 * Returns what an exit code means and what to check. The errors of all steps have one code, so these
 * are told apart by what KubeOne prints.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/tasks.go `Tasks.Run`
 */
export function hintFor(exitCode: number, stderr: string): string {
  const code = exitCode === runtimeError ? (innermostCode(stderr) ?? exitCode) : exitCode;
  return hints[code] ?? 'its last lines say why';
}
