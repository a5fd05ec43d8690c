// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { describeMigration } from '@strata/contracts';
import type { ClusterContext } from './cluster-context.ts';
import { machineGroups } from './machine-groups.ts';

/** Logs in previews what each group of VMs does when its host is drained, and why. */
export async function announceDrains(
  context: Pick<ClusterContext, 'config' | 'etcdDisks' | 'infra' | 'platform'>,
): Promise<void> {
  if (!pulumi.runtime.isDryRun()) return;
  const lines = describeMigration(machineGroups(context));
  await pulumi.log.info(['When a host is drained:', ...lines].join('\n  '));
}
