// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { resourceTypes } from '../resource-types.ts';

export interface ApiReadyArgs {
  /** URL of the API. */
  readonly endpoint: pulumi.Input<string>;
  /** PEM of the authority that its certificate must come from. */
  readonly authorityPem: pulumi.Input<string>;
  /** Whose credentials to ask with; kept as a secret. @default none: anybody may ask for /readyz */
  readonly kubeconfig?: pulumi.Input<string>;
  /** What it must run, such as `1.35.4`; another one is waited for. @default any */
  readonly kubernetesVersion?: pulumi.Input<string>;
  /** @default 900 */
  readonly timeoutSeconds?: pulumi.Input<number>;
}

/**
 * The API of a cluster, once it is ready: make what lives inside the cluster depend on it.
 *
 * Waits until `GET /readyz` is answered, with a certificate of the right authority, and `GET
 * /version` with the right version, and says meanwhile what is wrong at present. A refresh asks once, for at most 5 seconds, and believes the
 * state if there is no answer.
 *
 * @see https://kubernetes.io/docs/reference/using-api/health-checks/
 */
export class ApiReady extends pulumi.CustomResource {
  /** The URL, known in a preview. */
  declare readonly endpoint: pulumi.Output<string>;
  /** Of Kubernetes, such as `v1.35.4`. */
  declare readonly version: pulumi.Output<string>;

  constructor(name: string, args: ApiReadyArgs, options?: pulumi.CustomResourceOptions) {
    const { kubeconfig } = args;
    const secrets = kubeconfig === undefined ? {} : { kubeconfig: pulumi.secret(kubeconfig) };
    super(resourceTypes.apiReady, name, { version: undefined, ...args, ...secrets }, options);
  }
}
