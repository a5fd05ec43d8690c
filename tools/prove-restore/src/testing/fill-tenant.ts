// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { setTimeout as sleep } from 'node:timers/promises';

const shop = '/api/v1/namespaces/shop';
const apps = '/apis/apps/v1/namespaces/shop';

interface Made {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly uid: string };
}

/** Fields of an object beside its name. */
type Fields = Readonly<Record<string, unknown>> & { readonly metadata?: object };

const ownedBy = ({ apiVersion, kind, metadata }: Made, controller = true) => ({
  ownerReferences: [{ apiVersion, kind, name: metadata.name, uid: metadata.uid, controller }],
});

const template = {
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'web', image: 'registry.example.org/web:1' }] },
};
const selector = { matchLabels: { app: 'web' } };

/** Makes objects with what a test of their return needs to know of them. */
class Tenant {
  readonly #client: ApiClient;

  constructor(client: ApiClient) {
    this.#client = client;
  }

  make(path: string, name: string, more: Fields = {}): Promise<Made> {
    const body = { ...more, metadata: { name, ...more.metadata } };
    return this.#client.request<Made>('POST', path, { body });
  }

  /** The API server serves a new kind a moment later. */
  async makeCustom(path: string, name: string, more: Fields): Promise<Made> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.make(path, name, more);
      } catch (error) {
        if (tries > 50) throw error;
        await sleep(200);
      }
    }
  }

  patchStatus(path: string, status: object): Promise<void> {
    return this.#client.patch(`${path}/status`, { status });
  }
}

async function makeProgram(tenant: Tenant): Promise<void> {
  const deployment = await tenant.make(`${apps}/deployments`, 'web', {
    spec: { replicas: 2, selector, template },
  });
  const set = await tenant.make(`${apps}/replicasets`, 'web-1', {
    metadata: ownedBy(deployment),
    spec: { replicas: 2, selector, template },
  });
  await tenant.make(`${shop}/pods`, 'web-1-a', {
    metadata: { ...ownedBy(set), labels: { app: 'web' } },
    spec: template.spec,
  });
  await tenant.make(`${shop}/services`, 'web', {
    spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
  });
  await tenant.make(`${shop}/services`, 'shop-front', {
    spec: {
      type: 'LoadBalancer',
      loadBalancerIP: '192.0.2.7',
      selector: { app: 'web' },
      // The API server chooses a port of nodes for the second one.
      ports: [
        { name: 'web', port: 80, nodePort: 30_080 },
        { name: 'tls', port: 443 },
      ],
    },
  });
}

/** Makes a custom object of an operator, and the Secret that the operator has made for it. */
async function makeDatabase(tenant: Tenant): Promise<void> {
  const names = { plural: 'databases', singular: 'database', kind: 'Database' };
  const openAPIV3Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const definition = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  await tenant.make(definition, 'databases.example.org', {
    spec: {
      group: 'example.org',
      scope: 'Namespaced',
      names: { ...names, listKind: 'DatabaseList' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  });
  const path = '/apis/example.org/v1/namespaces/shop/databases';
  const database = await tenant.makeCustom(path, 'main', {
    apiVersion: 'example.org/v1',
    kind: 'Database',
    spec: { size: 'small' },
  });
  await tenant.make(`${shop}/secrets`, 'main-password', {
    metadata: ownedBy(database),
    stringData: { password: 'made up by an operator' },
  });
}

async function makeRest(tenant: Tenant, hidden: string): Promise<void> {
  await tenant.make(`${shop}/secrets`, 'own', { stringData: { word: hidden } });
  await tenant.make(`${shop}/serviceaccounts`, 'robot');
  await tenant.make(`${shop}/secrets`, 'robot-token', {
    metadata: { annotations: { 'kubernetes.io/service-account.name': 'robot' } },
    type: 'kubernetes.io/service-account-token',
    stringData: { token: 'of the former cluster' },
  });
  await tenant.make('/api/v1/persistentvolumes', 'pvc-1', {
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      csi: { driver: 'csi.kubevirt.io', volumeHandle: 'pvc-1' },
    },
  });
  await tenant.make(`${shop}/persistentvolumeclaims`, 'data', {
    spec: {
      volumeName: 'pvc-1',
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
    },
  });
  await tenant.make('/api/v1/nodes', 'web-0');
  const rights = '/apis/rbac.authorization.k8s.io/v1/namespaces/shop/rolebindings';
  await tenant.make(rights, 'team', {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'edit' },
    subjects: [{ kind: 'Group', name: 'team', apiGroup: 'rbac.authorization.k8s.io' }],
  });
  const hook = {
    name: 'configmaps.example.org',
    rules: [
      { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] },
    ],
    clientConfig: { url: 'https://127.0.0.1:9/' },
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'shop' } },
  };
  await tenant.make('/api/v1/namespaces/shop/configmaps', 'settings', { data: { colour: 'red' } });
  await tenant.make(
    '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations',
    'example',
    { webhooks: [{ ...hook, admissionReviewVersions: ['v1'], sideEffects: 'None' }] },
  );
}

/**
 * Fills the namespace `shop` of an empty cluster: a program with what its controllers make, an operator's
 * object with its Secret, a token, a claim with its volume, and a webhook that nobody answers.
 *
 * @param hidden - content of the Secret `own`.
 */
export async function fillTenant(client: ApiClient, hidden: string): Promise<void> {
  const tenant = new Tenant(client);
  await tenant.make('/api/v1/namespaces', 'shop', {
    metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } },
  });
  // Admission takes no pod without it, and no controller makes it here.
  await tenant.make(`${shop}/serviceaccounts`, 'default', {
    imagePullSecrets: [{ name: 'registry' }],
  });
  await makeDatabase(tenant);
  await makeRest(tenant, hidden);
  await makeProgram(tenant);
  const jobs = '/apis/batch/v1/namespaces/shop/jobs';
  const spec = { ...template.spec, restartPolicy: 'Never' };
  await tenant.make(jobs, 'migration', { spec: { template: { spec } } });
  const time = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  const ended = { lastProbeTime: time, lastTransitionTime: time, status: 'True' };
  await tenant.patchStatus(`${jobs}/migration`, {
    startTime: time,
    completionTime: time,
    succeeded: 1,
    conditions: [
      { ...ended, type: 'SuccessCriteriaMet' },
      { ...ended, type: 'Complete' },
    ],
  });
}
