// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { minorsAhead, poolMayBeBehind } from '@strata/contracts';
import { itemsOf, nameList } from './api-objects.ts';
import type { Metadata } from './api-objects.ts';
import type { Finding } from './finding.ts';

interface Node {
  readonly metadata: Metadata;
  readonly status?: { readonly nodeInfo?: { readonly kubeletVersion?: string } };
}

/**
 * Finds nodes that would be too far behind the API. The infra cluster knows only with which version a
 * machine was made; somebody may have changed it, or have joined a node by hand.
 *
 * @param to - version of Kubernetes that the control plane would get.
 */
export async function findNodeSkew(api: ApiClient, to: string): Promise<Finding[]> {
  const nodes = await itemsOf<Node>(api, '/api/v1/nodes');
  const old = nodes.flatMap(({ metadata, status }) => {
    const version = status?.nodeInfo?.kubeletVersion?.replace(/^v/, '');
    const isOld = version !== undefined && minorsAhead(to, version) > poolMayBeBehind;
    return isOld ? [`${metadata.name} (${version})`] : [];
  });
  if (old.length === 0) return [];
  const text = `nodes would be more than one minor behind ${to}: ${nameList(old)}; update or remove them first`;
  return [{ weight: 'blocks', text }];
}
