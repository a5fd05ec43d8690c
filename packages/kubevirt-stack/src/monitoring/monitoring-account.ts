// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { ownerAnnotations, platformLabels } from '@strata/contracts';
import { formerComponent } from '@strata/contracts/program';

/** Arguments of {@link MonitoringAccount}. */
export interface MonitoringAccountArgs {
  readonly environment: string;
  readonly namespace: string;
}

const accountName = 'prometheus-k8s';

/**
 * The ServiceAccount of the Prometheus that watches the platform.
 *
 * KubeVirt's operator grants it access, and sets up alerts and scraping, only if the account exists
 * when KubeVirt is installed.
 */
export class MonitoringAccount extends core.v1.ServiceAccount {
  /** Name of the ServiceAccount. */
  readonly account = accountName;

  constructor(
    name: string,
    { environment, namespace }: MonitoringAccountArgs,
    options: pulumi.CustomResourceOptions = {},
  ) {
    super(
      `${name}-account`,
      {
        metadata: {
          name: accountName,
          namespace,
          labels: platformLabels(environment),
          annotations: ownerAnnotations,
        },
      },
      {
        ...options,
        aliases: [formerComponent('kubevirt-stack:MonitoringAccount', name, options.parent)],
      },
    );
  }
}
