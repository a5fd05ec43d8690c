// SPDX-License-Identifier: Apache-2.0
import type { AnyLifecycle } from '../lifecycle/index.ts';
import { authorityLifecycle } from '../keys/authority-lifecycle.ts';
import { certificateLifecycle } from '../keys/certificate-lifecycle.ts';
import { joinTokenLifecycle } from '../keys/join-token-lifecycle.ts';
import { randomKeyLifecycle } from '../keys/random-key-lifecycle.ts';
import { signingKeyLifecycle } from '../keys/signing-key-lifecycle.ts';
import { apiReadyLifecycle } from '../cluster/api-ready-lifecycle.ts';
import { namespaceAccessLifecycle } from '../cluster/namespace-access-lifecycle.ts';
import { poolRolloutLifecycle } from '../cluster/pool-rollout-lifecycle.ts';
import { secretsRewriteLifecycle } from '../cluster/secrets-rewrite-lifecycle.ts';
import { tenantCleanupLifecycle } from '../cluster/tenant-cleanup-lifecycle.ts';
import { resourceTypes } from '../resource-types.ts';

/** Lifecycles of all resources of the plugin; their types are checked in their own files. */
const lifecycles: Readonly<Record<string, unknown>> = {
  [resourceTypes.authority]: authorityLifecycle,
  [resourceTypes.certificate]: certificateLifecycle,
  [resourceTypes.joinToken]: joinTokenLifecycle,
  [resourceTypes.randomKey]: randomKeyLifecycle,
  [resourceTypes.signingKey]: signingKeyLifecycle,
  [resourceTypes.apiReady]: apiReadyLifecycle,
  [resourceTypes.namespaceAccess]: namespaceAccessLifecycle,
  [resourceTypes.poolRollout]: poolRolloutLifecycle,
  [resourceTypes.secretsRewrite]: secretsRewriteLifecycle,
  [resourceTypes.tenantCleanup]: tenantCleanupLifecycle,
};

/** Returns the lifecycle of a resource type. @throws Error for a type that the plugin does not have. */
export function lifecycleOf(type: string): AnyLifecycle {
  const lifecycle = lifecycles[type];
  if (lifecycle === undefined) throw new Error(`the provider strata has no resource ${type}`);
  return lifecycle as AnyLifecycle;
}
