// SPDX-License-Identifier: Apache-2.0
import { addresses } from '@strata/real-machine';
import { bridgeImage } from './cluster-mirror.ts';

const name = 'bridge-cni';
const labels = { app: name };
const metadata = { name, namespace: 'kube-system' };
const api = 'rbac.authorization.k8s.io';

/**
 * The pod network as its owner would install it with `cni.type: none`: a DaemonSet that runs on nodes
 * which are not ready yet, with the rights to read nodes. It asks the API by its address, for
 * kube-proxy may come later.
 *
 * @see docs/runbooks/bring-your-own-cni.md
 */
export const bridgeCni = {
  apiVersion: 'v1',
  kind: 'List',
  items: [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    {
      apiVersion: `${api}/v1`,
      kind: 'ClusterRole',
      metadata: { name },
      rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list'] }],
    },
    {
      apiVersion: `${api}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: { apiGroup: api, kind: 'ClusterRole', name },
      subjects: [{ kind: 'ServiceAccount', name, namespace: metadata.namespace }],
    },
    {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { ...metadata, labels },
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            hostNetwork: true,
            serviceAccountName: name,
            priorityClassName: 'system-node-critical',
            tolerations: [{ operator: 'Exists' }],
            containers: [
              {
                name: 'agent',
                image: `${addresses.gateway}:${addresses.mirrorPort}/${bridgeImage.name}:${bridgeImage.tag}`,
                securityContext: { capabilities: { add: ['NET_ADMIN'] } },
                env: [
                  { name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
                  { name: 'KUBERNETES_SERVICE_HOST', value: addresses.endpoint },
                  { name: 'KUBERNETES_SERVICE_PORT', value: String(addresses.apiPort) },
                ],
                volumeMounts: [{ name: 'conf', mountPath: '/etc/cni/net.d' }],
              },
            ],
            volumes: [
              { name: 'conf', hostPath: { path: '/etc/cni/net.d', type: 'DirectoryOrCreate' } },
            ],
          },
        },
      },
    },
  ],
};
