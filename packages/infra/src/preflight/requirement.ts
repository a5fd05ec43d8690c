// SPDX-License-Identifier: Apache-2.0
import type { HostProfileName } from '@strata/contracts';

/** What one host must be fit for. */
export interface HostNeeds {
  readonly profile: HostProfileName;
  /** Free space below /var/lib in decimal GB, what the profile takes besides included. */
  readonly diskGB: number;
  /** Memory in pages of 2 MiB. */
  readonly hugepagesGiB: number;
  readonly iommu: boolean;
  readonly sriovFunctions: number;
  /** Names that it must be able to resolve. */
  readonly resolves: readonly string[];
  /** Bridges with the network card below each, the MTU of both in bytes, and VLANs as `5,100-102`. */
  readonly bridges: readonly {
    readonly name: string;
    readonly uplink: string;
    readonly mtu: number;
    readonly vlans: string;
  }[];
}

/**
 * One thing that a host must have. `look` and `isMet` are POSIX shell: `look` sets `found`, reads
 * files below `$R` (the root of the file system; another folder in tests) and writes nothing.
 */
export interface Requirement {
  /** As in `infra:preflight.waived`. */
  readonly title: string;
  readonly look: (needs: HostNeeds) => string;
  /** A condition over `$found`. */
  readonly isMet: (needs: HostNeeds) => string;
  /** Completes "needed: ...". */
  readonly needed: (needs: HostNeeds) => string;
  /** A sentence: how to come there. */
  readonly mend: (needs: HostNeeds) => string;
  readonly source: string;
  /** @default it is asked of every host */
  readonly isAsked?: (needs: HostNeeds) => boolean;
  /** `fresh`: only before the host becomes a node; afterwards it cannot be met. @default 'always' */
  readonly when?: 'always' | 'fresh';
}
