// SPDX-License-Identifier: Apache-2.0
import {
  field,
  listOf,
  objectName,
  oneOf,
  secretField,
  wholeNumber,
} from '@strata/contracts/fields';
import { z } from 'zod';
import { bridges, hostProfiles } from './host-profile-fields.ts';
import { hosts, ssh } from './hosts-fields.ts';
import { kubeone } from './kubeone-fields.ts';
import { preflight } from './preflight-fields.ts';

/**
 * The kubeconfig of a cluster that already runs: exactly one of the two keys.
 *
 * @example
 * existing:
 *   kubeconfigEnv: KUBECONFIG
 */
export const existingCluster = field(
  z.strictObject({
    /** Name of the environment variable that names a kubeconfig file on the machine running Pulumi. */
    kubeconfigEnv: field(
      z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/),
      'the name of an environment variable, such as KUBECONFIG',
    ).optional(),
    /** The kubeconfig itself, encrypted. */
    kubeconfig: secretField(z.string().min(1), 'the text of a kubeconfig').optional(),
  }),
  'a mapping with kubeconfigEnv or kubeconfig',
).refine(
  ({ kubeconfigEnv, kubeconfig }) => (kubeconfigEnv === undefined) !== (kubeconfig === undefined),
  { error: 'give exactly one of kubeconfigEnv and kubeconfig' },
);

/**
 * Kubeconfigs with fewer rights than cluster-admin, for the stacks above.
 *
 * @example
 * access:
 *   generation: 2
 */
export const access = field(
  z.strictObject({
    /** Changing the number makes new tokens and invalidates the old ones. @default 1 */
    generation: wholeNumber(1).default(1),
    /**
     * User clusters whose disks may be files of hosts (`kind: host`): their namespaces get the Pod
     * Security level `privileged`, with which a pod can take over its host.
     * @default []
     */
    hostDiskClusters: listOf(objectName(), 'a list of names of user clusters').default([]),
  }),
  'a mapping with generation or hostDiskClusters',
).prefault({});

/**
 * Configuration of a stack of the program infra, `config.infra:*` in its YAML.
 *
 * @example
 * config:
 *   infra:provisioner: existing
 *   infra:existing:
 *     kubeconfigEnv: KUBECONFIG
 */
export const infraConfig = z.strictObject({
  /**
   * How the hosts become the infra cluster: `existing` adopts a cluster that others made, `kubeone`
   * makes it.
   */
  provisioner: oneOf(['existing', 'kubeone']),
  /** For `provisioner: existing`. */
  existing: existingCluster.optional(),
  /** For `provisioner: kubeone`. @default [] */
  hosts: hosts.default([]),
  /** For `provisioner: kubeone`. */
  ssh,
  /** For `provisioner: kubeone`. */
  kubeone: kubeone.optional(),
  /** For `provisioner: kubeone`: requirements that hosts must meet before anything is installed. */
  preflight,
  /** For `provisioner: kubeone`: tuning profiles of hosts. */
  hostProfiles,
  /** For `provisioner: kubeone`: bridges of hosts for the VLANs of user clusters. @default [] */
  bridges,
  access,
});

/** The checked configuration of the program infra. */
export type InfraConfig = z.output<typeof infraConfig>;
/** A cluster that others made. */
export type ExistingConfig = z.output<typeof existingCluster>;
