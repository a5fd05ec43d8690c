// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { access } from './user-cluster/access-fields.ts';
import { audit } from './user-cluster/audit-fields.ts';
import { backup } from './user-cluster/backup-fields.ts';
import { cloud } from './user-cluster/cloud-fields.ts';
import { cni } from './user-cluster/cni-fields.ts';
import { controlPlane } from './user-cluster/control-plane-fields.ts';
import { deletion } from './user-cluster/deletion-fields.ts';
import { isolation } from './user-cluster/isolation-fields.ts';
import { kubernetes } from './user-cluster/kubernetes-fields.ts';
import { network } from './user-cluster/network-fields.ts';
import { oidc } from './user-cluster/oidc-fields.ts';
import { pools } from './user-cluster/pool-fields.ts';
import { quota } from './user-cluster/quota-fields.ts';
import { storage } from './user-cluster/storage-fields.ts';

/** Configuration of a stack of the program user-cluster, `config.user-cluster:*` in its YAML. */
export const userClusterConfig = z.strictObject({
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
  deletion,
  backup,
  oidc,
  audit,
});

/** The checked configuration of the program user-cluster. */
export type UserClusterConfig = z.output<typeof userClusterConfig>;
/** The checked configuration of one worker pool. */
export type PoolConfig = UserClusterConfig['pools'][number];
