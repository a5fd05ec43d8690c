// SPDX-License-Identifier: Apache-2.0
import { fileBackendUrl } from '@strata/gitops/file-backend-url';
import { sharedInstance } from './environment.ts';
import { processesWhere } from './processes.ts';

/** Process ids of the Pulumi CLI that works for the demo. */
export function pulumiPids(): number[] {
  const backend = `PULUMI_BACKEND_URL=${fileBackendUrl(sharedInstance().pulumiStateDir)}`;
  return processesWhere(
    ({ command, env }) =>
      env.includes(backend) && command[0] === 'pulumi' && command.includes('sandbox.demo'),
  );
}
