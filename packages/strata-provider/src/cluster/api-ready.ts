// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { resourceTypes } from '../resource-types.ts';

export interface ApiReadyArgs {
  /** URL of the API. */
  readonly endpoint: pulumi.Input<string>;
  /** PEM of the certificate authority that must have signed its certificate. */
  readonly authorityPem: pulumi.Input<string>;
  /** Kubeconfig with the credentials for the requests; kept as a secret. @default none: anonymous requests to /readyz */
  readonly kubeconfig?: pulumi.Input<string>;
  /** Version that the API must run, such as `1.35.4`; waits while it runs another one. @default any */
  readonly kubernetesVersion?: pulumi.Input<string>;
  /**
   * Generations of the machines that the API runs on. Another one means that its machine was replaced, so
   * the API may be away: it is waited for again.
   *
   * @default none: the wait is only repeated for another endpoint, authority, kubeconfig or version
   */
  readonly generations?: pulumi.Input<readonly string[]>;
  /** Time limit of the wait. @default 900 */
  readonly timeoutSeconds?: pulumi.Input<number>;
}

/**
 * The API of a cluster that is ready. Resources inside the cluster must depend on it.
 *
 * Waits until `GET /readyz` succeeds, with a certificate of the right authority, and `GET /version`
 * returns the right version; reports the current problem while it waits. A refresh asks once, with a
 * time limit of 5 seconds for each request, and keeps the state when there is no answer.
 *
 * @see https://kubernetes.io/docs/reference/using-api/health-checks/
 */
export class ApiReady extends pulumi.CustomResource {
  /** URL of the API; known in a preview. */
  declare readonly endpoint: pulumi.Output<string>;
  /** Version of Kubernetes, such as `v1.35.4`. */
  declare readonly version: pulumi.Output<string>;

  constructor(name: string, args: ApiReadyArgs, options?: pulumi.CustomResourceOptions) {
    const { kubeconfig } = args;
    const secrets = kubeconfig === undefined ? {} : { kubeconfig: pulumi.secret(kubeconfig) };
    super(resourceTypes.apiReady, name, { version: undefined, ...args, ...secrets }, options);
  }
}
