// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { compareVersions } from '@strata/contracts';
import { findMinor } from '../bootstrap/index.ts';
import { fullName, itemsOf } from './api-objects.ts';
import type { Metadata } from './api-objects.ts';
import type { Finding } from './finding.ts';

interface Deployment {
  readonly metadata: Metadata;
  readonly spec: {
    readonly template: {
      readonly spec: { readonly containers: readonly { readonly image?: string }[] };
    };
  };
}

const path = '/apis/apps/v1/namespaces/kube-system/deployments?labelSelector=k8s-app%3Dkube-dns';

/** Returns the tag of an image; undefined where it has none. */
function tagOf(image: string): string | undefined {
  return /:([^:/]+)$/.exec(image.split('@')[0] ?? '')?.[1];
}

/**
 * Returns whether kubeadm updates a CoreDNS of a version to its own: it knows upstream's versions up to
 * that one.
 *
 * @see https://github.com/coredns/corefile-migration/blob/v1.0.29/migration/migrate.go `ValidUpMigration`
 */
function isUpdated(tag: string, own: string): boolean {
  const version = tag.replace(/^v/, '');
  return /^\d+\.\d+\.\d+$/.test(version) && compareVersions(version, own) <= 0;
}

/**
 * Finds a CoreDNS that somebody has changed so that kubeadm does not update it. The update of the cluster
 * leaves it as it is (`try_addon` in bootstrap.sh).
 *
 * @param to - version of Kubernetes that the control plane would get.
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/phases/addons/dns/dns.go
 * `isCoreDNSConfigMapMigrationRequired`, `DeployedDNSAddon`
 */
export async function findChangedCoreDns(api: ApiClient, to: string): Promise<Finding[]> {
  const own = findMinor(to)?.coreDns;
  const [first, ...more] = await itemsOf<Deployment>(api, path);
  if (own === undefined || first === undefined) return [];
  const tag = tagOf(first.spec.template.spec.containers[0]?.image ?? '');
  const names = [first, ...more].map(({ metadata }) => fullName(metadata)).join(', ');
  const reason =
    more.length > 0
      ? `several Deployments have the label k8s-app=kube-dns (${names})`
      : tag !== undefined && !isUpdated(tag, own)
        ? `Deployment ${names} has the version ${tag}, and kubeadm knows those up to ${own}`
        : undefined;
  if (reason === undefined) return [];
  const text = `CoreDNS stays as it is, for kubeadm does not update it: ${reason}; keep it up to date by hand`;
  return [{ weight: 'blocks', text }];
}
