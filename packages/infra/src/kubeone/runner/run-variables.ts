// SPDX-License-Identifier: Apache-2.0

/** Environment variables of the runner; its standard input is the manifest. */
export const runVariables = {
  /** An audit policy, written beside the manifest. */
  auditPolicy: 'STRATA_KUBEONE_AUDIT_POLICY',
  /** A credentials file of KubeOne; a secret. */
  credentials: 'STRATA_KUBEONE_CREDENTIALS',
  /** Path for the copy of the certificate authorities' keys. */
  pkiBackup: 'STRATA_KUBEONE_PKI_BACKUP',
  /** Minutes without a pod that leaves after which a drain ends; absent for the default. */
  drainMinutes: 'STRATA_KUBEONE_DRAIN_MINUTES',
  /** Name of the cluster that may be reset; without it no cluster is reset. */
  resetOf: 'STRATA_KUBEONE_RESET_OF',
  /** How often hosts have joined again, such as `metal-3=1`: another value has KubeOne run again. */
  rejoined: 'STRATA_KUBEONE_REJOINED',
} as const;

/** Environment variable with the password of backups, named in the manifest; a secret. */
export const resticPasswordVariable = 'STRATA_RESTIC_PASSWORD';

/** Environment variable that Pulumi sets to the output of the last run; absent in the first run. */
export const previousOutputVariable = 'PULUMI_COMMAND_STDOUT';

/** Returns the environment for KubeOne: without the variables that only the runner needs. */
export function kubeoneEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own: readonly string[] = [...Object.values(runVariables), previousOutputVariable];
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.includes(name)));
}
