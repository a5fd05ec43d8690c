// SPDX-License-Identifier: Apache-2.0

/** A state in which KubeVirt registers a feature gate. */
export type RegisteredState = 'alpha' | 'beta' | 'ga' | 'deprecated' | 'discontinued';

/** How a release treats its lists of feature gates. */
export interface GateRules {
  /** Whether a beta gate that is in no list is on. */
  readonly beta: 'off' | 'on';
  /**
   * Effect of `disabledFeatureGates`: `unknown` is not in the CRD; `inert` is in the CRD but has no
   * effect, because everything that could be listed is off anyway.
   */
  readonly disabledGates: 'unknown' | 'inert' | 'effective';
  readonly source: string;
}

/** Facts about a minor version of KubeVirt, which apply to all of its patch versions. */
export interface KubevirtMinor {
  /**
   * Oldest and newest Kubernetes minor that it supports.
   * @see https://github.com/kubevirt/sig-release/blob/main/releases/k8s-support-matrix.md
   */
  readonly kubernetes: readonly [oldest: string, newest: string];
  /**
   * Version of virt-template, which KubeVirt ships for the feature gate Template.
   *
   * @default it ships none
   * @see hack/virt-template/default.sh of KubeVirt
   */
  readonly virtTemplate?: string;
  readonly gateRules: GateRules;
  /**
   * Names of feature gates by their state, separated by blanks.
   *
   * @see pkg/virt-config/featuregate/active.go and inactive.go of KubeVirt
   */
  readonly gates: Readonly<Record<RegisteredState, string>>;
}
