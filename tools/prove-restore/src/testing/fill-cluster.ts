// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { setTimeout as sleep } from 'node:timers/promises';

/** Values with which a cluster is filled. */
export interface Filling {
  /** Content of two Secrets. */
  readonly hidden: string;
  readonly authorityPem: string;
  /** Where the programs of the tenant would listen. */
  readonly tenantPort: number;
}

type Make = (path: string, name: string, more?: object) => Promise<void>;

/** Makes the objects of every cluster, two Secrets, and the nodes `cp-0`, `web-0` and `web-1`. */
async function makeOwn(make: Make, { authorityPem, hidden }: Filling): Promise<void> {
  for (const name of ['strata-system', 'shop']) await make('/api/v1/namespaces', name);
  for (const name of ['cp-0', 'web-0', 'web-1']) await make('/api/v1/nodes', name);
  const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases';
  const renewTime = new Date().toISOString().replace('Z', '000Z');
  await make(leases, 'web-0', { spec: { renewTime } });
  const data = { 'ca.crt': authorityPem };
  await make('/api/v1/namespaces/kube-system/configmaps', 'kube-root-ca.crt', { data });
  for (const name of ['one', 'two']) {
    await make('/api/v1/namespaces/shop/secrets', name, { stringData: { word: hidden } });
  }
}

/** Makes objects that a tenant may have: a custom kind that a webhook converts, and one object. */
async function makeCustom(make: Make, url: string): Promise<void> {
  const names = { plural: 'carts', singular: 'cart', kind: 'Cart', listKind: 'CartList' };
  const schema = { openAPIV3Schema: { type: 'object' } };
  const version = (name: string, storage: boolean) => ({ name, served: true, storage, schema });
  const webhook = { clientConfig: { url }, conversionReviewVersions: ['v1'] };
  await make('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', 'carts.example.org', {
    spec: {
      group: 'example.org',
      scope: 'Namespaced',
      names,
      versions: [version('v2', false), version('v1', true)],
      conversion: { strategy: 'Webhook', webhook },
    },
  });
  const cart = { apiVersion: 'example.org/v1', kind: 'Cart' };
  for (let tries = 0; ; tries += 1) {
    try {
      await make('/apis/example.org/v1/namespaces/shop/carts', 'one', cart);
      return;
    } catch (error) {
      // The API server serves a new kind a moment later.
      if (tries > 50) throw error;
      await sleep(200);
    }
  }
}

/**
 * Makes objects that a tenant may have: a webhook for all requests, and an API that the tenant's
 * program serves.
 */
async function makeWebhooks(make: Make, url: string): Promise<void> {
  const rule = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] };
  const hook = { name: 'all.example.org', rules: [rule], clientConfig: { url } };
  await make('/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', 'all', {
    webhooks: [{ ...hook, admissionReviewVersions: ['v1'], sideEffects: 'None' }],
  });
  await make('/apis/apiregistration.k8s.io/v1/apiservices', 'v1beta1.metrics.example.org', {
    spec: {
      group: 'metrics.example.org',
      version: 'v1beta1',
      service: { namespace: 'shop', name: 'metrics' },
      groupPriorityMinimum: 100,
      versionPriority: 100,
    },
  });
}

/** Makes objects of the platform and of a tenant in an empty cluster. */
export async function fillCluster(client: ApiClient, filling: Filling): Promise<void> {
  const make: Make = (path, name, more = {}) => client.post(path, { metadata: { name }, ...more });
  const url = `https://127.0.0.1:${filling.tenantPort}/`;
  await makeOwn(make, filling);
  await makeCustom(make, url);
  await makeWebhooks(make, url);
}
