// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { ownerAnnotations, platformLabels } from '@strata/contracts';

/** Arguments of {@link MonitoringAccount}. */
export interface MonitoringAccountArgs {
  readonly environment: string;
  readonly namespace: string;
}

/**
 * The identity of the Prometheus that watches the platform.
 *
 * KubeVirt's operator grants it access, and sets up alerts and scraping, only if the account exists
 * when KubeVirt is installed.
 */
export class MonitoringAccount extends pulumi.ComponentResource {
  /** Name of the ServiceAccount. */
  readonly account = 'prometheus-k8s';

  constructor(
    name: string,
    { environment, namespace }: MonitoringAccountArgs,
    options?: pulumi.ComponentResourceOptions,
  ) {
    super('strata:kubevirt-stack:MonitoringAccount', name, {}, options);
    new core.v1.ServiceAccount(
      `${name}-account`,
      {
        metadata: {
          name: this.account,
          namespace,
          labels: platformLabels(environment),
          annotations: ownerAnnotations,
        },
      },
      { parent: this },
    );
    this.registerOutputs({ account: this.account });
  }
}
