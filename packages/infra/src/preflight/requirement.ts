// SPDX-License-Identifier: Apache-2.0
import type { HostProfileName } from '../config/index.ts';

/** Values of the configuration that the requirements of one host depend on. */
export interface HostNeeds {
  readonly profile: HostProfileName;
  /** Free space below /var/lib in decimal GB, including what the profile needs. */
  readonly diskGB: number;
  /** Memory in hugepages of 2 MiB, in GiB. */
  readonly hugepagesGiB: number;
  readonly iommu: boolean;
  readonly sriovFunctions: number;
  /** DNS names that the host must be able to resolve. */
  readonly resolves: readonly string[];
  /** Bridges: network card of each (`uplink`), MTU of both in bytes, and VLANs such as `5,100-102`. */
  readonly bridges: readonly {
    readonly name: string;
    readonly uplink: string;
    readonly mtu: number;
    readonly vlans: string;
  }[];
  /**
   * Whether it is a control plane of a cluster that is to encrypt its Secrets.
   *
   * @default false
   */
  readonly encryptionKey?: boolean;
}

/**
 * A requirement of hosts. `look` and `isMet` render POSIX shell: `look` sets `found`, reads files
 * below `$R` (the root of the file system; another folder in tests) and writes nothing.
 */
export interface Requirement {
  /** Title; also the key in `infra:preflight.waived`. */
  readonly title: string;
  readonly look: (needs: HostNeeds) => string;
  /** Shell condition on `$found`. */
  readonly isMet: (needs: HostNeeds) => string;
  /** Text that completes "needed: ...". */
  readonly needed: (needs: HostNeeds) => string;
  /** Sentence that says how to meet the requirement. */
  readonly mend: (needs: HostNeeds) => string;
  readonly source: string;
  /** Whether a host must meet the requirement. @default every host must */
  readonly isAsked?: (needs: HostNeeds) => boolean;
  /**
   * `fresh`: checked only before the host becomes a node, because a node cannot meet it. `joining`: checked
   * only before the host joins a cluster that runs and encrypts its Secrets.
   *
   * @default 'always'
   */
  readonly when?: 'always' | 'fresh' | 'joining';
}
