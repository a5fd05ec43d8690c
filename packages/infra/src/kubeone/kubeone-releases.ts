// SPDX-License-Identifier: Apache-2.0
import { drivenKubeone } from '@strata/contracts/compatibility';

/** Capabilities of a release of KubeOne. */
export interface KubeoneRelease {
  /** Minor, such as `1.14`; any patch of it is accepted. */
  readonly minor: string;
  /** Patch version whose source these values come from. */
  readonly version: string;
  /** API versions that its loader accepts, the newest last. */
  readonly apiVersions: readonly string[];
  /** Oldest and newest Kubernetes minor that it installs. */
  readonly kubernetes: { readonly oldest: string; readonly newest: string };
  readonly source: string;
}

/**
 * Release of KubeOne that Strata drives; `addons/*.tmpl` are copies of its addons with changes. Its
 * code contains the types of v1beta3, but its loader refuses them (`AllowedAPIs`).
 */
export const kubeoneRelease = {
  minor: drivenKubeone.minor,
  version: '1.14.2',
  apiVersions: ['v1beta2'],
  kubernetes: drivenKubeone,
  source:
    'https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/apis/kubeone/validation/validation.go',
} as const satisfies KubeoneRelease;

/** Advice on how to install KubeOne, for error messages. */
export const installKubeone =
  `install KubeOne ${kubeoneRelease.version} and put kubeone on PATH ` +
  '(https://docs.kubermatic.com/kubeone/v1.14/getting-kubeone/)';
