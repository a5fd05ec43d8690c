// SPDX-License-Identifier: Apache-2.0

/** What the runner is told besides the manifest, which is its standard input. */
export const runVariables = {
  /** An audit policy, written beside the manifest. */
  auditPolicy: 'STRATA_KUBEONE_AUDIT_POLICY',
  /** A credentials file of KubeOne; a secret. */
  credentials: 'STRATA_KUBEONE_CREDENTIALS',
  /** Where the copy of the authorities' keys goes. */
  pkiBackup: 'STRATA_KUBEONE_PKI_BACKUP',
  /** The cluster that may be reset; without it nothing is. */
  resetOf: 'STRATA_KUBEONE_RESET_OF',
} as const;

/** The manifest names it as the source of the password of backups; a secret. */
export const resticPasswordVariable = 'STRATA_RESTIC_PASSWORD';

/** Set by Pulumi to what the last run printed; absent at the first. */
export const previousOutputVariable = 'PULUMI_COMMAND_STDOUT';

/** The environment of KubeOne: without what only the runner needs. */
export function kubeoneEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own: readonly string[] = [...Object.values(runVariables), previousOutputVariable];
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.includes(name)));
}
