// SPDX-License-Identifier: Apache-2.0
import { addonsConfig } from '@strata/addons/config';
import { infraConfig } from '@strata/infra/config';
import { kubevirtStackConfig } from '@strata/kubevirt-stack/config';
import { addressPlan } from '@strata/plan-check/address-plan';
import { blastRadiusLimits } from '@strata/plan-check/blast-radius';
import { capacityLimits } from '@strata/plan-check/capacity';
import { driftConfig } from '@strata/gitops/drift-config';
import { pullRequestClusterConfig } from '@strata/gitops/pull-request-cluster-config';
import { infraFacts } from '@strata/plan-check/infra-facts';
import { isolationLimits } from '@strata/plan-check/isolation';
import { prices } from '@strata/plan-check/cost';
import { profileConfig, userClusterConfig } from '@strata/user-cluster/config';
import type { z } from 'zod';

/** A kind of YAML file under stacks/. */
export interface FileKind {
  /** Its folder below stacks/. */
  readonly folder: string;
  /** Title of the schema, which names one such file. */
  readonly title: string;
  readonly schema: z.ZodObject;
  /** Whether it configures a Pulumi stack of the program of the same name. */
  readonly isStack: boolean;
  /**
   * The key that names profiles, from which the file may take what it does not say itself.
   *
   * @default it says everything itself
   */
  readonly extendedBy?: string;
  /** Whether it is such a profile, of the program of this name. */
  readonly profileOf?: string;
}

/** Every kind of file that people write. */
export const fileKinds: readonly FileKind[] = [
  { folder: 'infra', title: 'An infra cluster', schema: infraConfig, isStack: true },
  { folder: 'kubevirt-stack', title: 'A platform', schema: kubevirtStackConfig, isStack: true },
  { folder: 'addons', title: 'Optional operators', schema: addonsConfig, isStack: true },
  {
    folder: 'user-cluster',
    title: 'A user cluster',
    schema: userClusterConfig,
    isStack: true,
    extendedBy: 'extends',
  },
  {
    folder: 'profiles',
    title: 'A profile of user clusters',
    schema: profileConfig,
    isStack: false,
    profileOf: 'user-cluster',
  },
  { folder: 'address-plan', title: 'An address plan', schema: addressPlan, isStack: false },
  {
    folder: 'blast-radius',
    title: 'Limits of a change',
    schema: blastRadiusLimits,
    isStack: false,
  },
  { folder: 'capacity', title: 'Limits of capacity', schema: capacityLimits, isStack: false },
  { folder: 'drift', title: 'Drift that may be', schema: driftConfig, isStack: false },
  { folder: 'infra-facts', title: 'Facts of an infra cluster', schema: infraFacts, isStack: false },
  { folder: 'isolation', title: 'Ways between clusters', schema: isolationLimits, isStack: false },
  {
    folder: 'pull-request-clusters',
    title: 'Clusters for pull requests',
    schema: pullRequestClusterConfig,
    isStack: false,
  },
  { folder: 'prices', title: 'Prices a month', schema: prices, isStack: false },
];
