// SPDX-License-Identifier: Apache-2.0

/** KubeVirt releases whose gates are known, oldest first. */
export const gateReleases = ['1.7', '1.8', '1.9'] as const;

/** A KubeVirt release, `major.minor`. */
export type GateRelease = (typeof gateReleases)[number];

/** A feature gate on its way out. */
export interface FormerGate {
  /** The releases in which it still works and goes away soon. */
  readonly deprecated: readonly GateRelease[];
  /** The releases in which it does nothing any more, for the feature is gone. */
  readonly discontinued: readonly GateRelease[];
}

/**
 * Gates that a KubeVirt object should not list any more. Of all gates the program kubevirt-stack has
 * a table, which policies may not import: they judge other people's KubeVirt objects as well.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-config/featuregate/inactive.go
 */
export const formerGates: Readonly<Record<string, FormerGate>> = {
  DisableMDEVConfiguration: { deprecated: ['1.8', '1.9'], discontinued: [] },
  DockerSELinuxMCSWorkaround: { deprecated: ['1.7', '1.8', '1.9'], discontinued: [] },
  ExperimentalVirtiofsSupport: { deprecated: ['1.7'], discontinued: ['1.8', '1.9'] },
  HotplugVolumes: { deprecated: ['1.9'], discontinued: [] },
  Macvtap: { deprecated: [], discontinued: ['1.7', '1.8', '1.9'] },
  MultiArchitecture: { deprecated: ['1.8', '1.9'], discontinued: [] },
  Passt: { deprecated: [], discontinued: ['1.7', '1.8', '1.9'] },
  PasstIPStackMigration: { deprecated: [], discontinued: ['1.8', '1.9'] },
};
