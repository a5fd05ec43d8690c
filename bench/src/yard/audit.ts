// SPDX-License-Identifier: Apache-2.0
import type { Instance } from '@strata/sandbox/parts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';

/**
 * Policy that writes one line for each request when it has been answered, with both times. Watches
 * are open for minutes, during which the API server does nothing for them.
 *
 * @see https://kubernetes.io/docs/reference/config-api/apiserver-audit.v1/
 */
const policy = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived', 'ResponseStarted'],
  rules: [{ level: 'None', verbs: ['watch'] }, { level: 'Metadata' }],
};

/** Returns the arguments of an API server that writes its requests to a file. */
export function auditArgs({ dir }: Instance, file: string): readonly string[] {
  const policyFile = join(dir, 'audit-policy.yaml');
  writeFileSync(policyFile, stringify(policy));
  return [`--audit-policy-file=${policyFile}`, `--audit-log-path=${file}`];
}
