// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { access } from './access-fields.ts';
import { applications } from './application-fields.ts';
import { audit } from './audit-fields.ts';
import { backup } from './backup-fields.ts';
import { cloud } from './cloud-fields.ts';
import { cni } from './cni-fields.ts';
import { controlPlane } from './control-plane-fields.ts';
import { deletion } from './deletion-fields.ts';
import { delivery } from './delivery-fields.ts';
import { expires } from './expires-field.ts';
import { extendsField } from './extends-field.ts';
import { hibernated } from './hibernated-field.ts';
import { isolation } from './isolation-fields.ts';
import { keys } from './key-fields.ts';
import { kubernetes } from './kubernetes-fields.ts';
import { network } from './network-fields.ts';
import { oidc } from './oidc-fields.ts';
import { pools } from './pool-fields.ts';
import { pullRequest } from './pull-request-field.ts';
import { quota } from './quota-fields.ts';
import { storage } from './storage-fields.ts';

/**
 * Configuration of a stack of the program user-cluster, `config.user-cluster:*` in its YAML.
 *
 * @example
 * config:
 *   user-cluster:kubernetes:
 *     version: 1.35.4
 *     podCidr: 10.128.0.0/16
 *     serviceCidr: 10.112.0.0/20
 *   user-cluster:controlPlane:
 *     instancetype: standard-2
 *     rootDisk:
 *       image: ubuntu-24-04
 *     endpoint:
 *       address: 10.20.8.10
 *   user-cluster:pools:
 *     - name: md-a
 *       replicas: 2
 *       instancetype: standard-2
 *       rootDisk:
 *         image: ubuntu-24-04
 */
export const userClusterConfig = z.strictObject({
  extends: extendsField,
  kubernetes,
  controlPlane,
  pools,
  network,
  cni,
  isolation,
  quota,
  storage,
  cloud,
  access,
  keys,
  deletion,
  expires,
  pullRequest,
  hibernated,
  backup,
  oidc,
  audit,
  applications,
  delivery,
});

/** The checked configuration of the program user-cluster. */
export type UserClusterConfig = z.output<typeof userClusterConfig>;
/** The checked configuration of one worker pool. */
export type PoolConfig = UserClusterConfig['pools'][number];
