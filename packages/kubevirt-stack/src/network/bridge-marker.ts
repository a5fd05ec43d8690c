// SPDX-License-Identifier: Apache-2.0
import { apps, core, rbac } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { ownerAnnotations, platformLabels } from '@strata/contracts';
import { restrictedContainer, restrictedPod } from '../monitoring/pod-security.ts';

/** Arguments of {@link createBridgeMarker}. */
export interface BridgeMarkerArgs {
  readonly environment: string;
  /** Image of bridge-marker, under the name that this environment pulls it by. */
  readonly image: string;
}

const workload = 'bridge-marker';

/**
 * The namespace of Multus, too, which makes the interfaces. It exists in every Kubernetes cluster.
 */
const namespace = 'kube-system';

/**
 * Kubernetes' own role for programs that report the condition of a node: it may read nodes, change
 * their status and write events. bridge-marker needs the first two rights.
 *
 * @see
 * https://github.com/kubernetes/kubernetes/blob/v1.35.4/plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go
 */
const roleName = 'system:node-problem-detector';

/**
 * Makes every host advertise its bridges as the resource `bridge.network.kubevirt.io/<bridge>`.
 *
 * A VM whose network requests that resource is scheduled to a host with the bridge, or stays
 * pending with a reason. Without it the CNI plugin makes a bridge of that name on any host, with no
 * uplink, and the VM starts with a network that leads nowhere.
 *
 * Follows upstream's manifest, whose module no proxy has, except for the container's security
 * context, the tolerations (all taints, like Multus), and the log, which upstream writes into
 * files.
 *
 * @returns the DaemonSet, for resources that need the hosts to be marked.
 * @see https://github.com/kubevirt/bridge-marker/blob/0.13.0/manifests/bridge-marker.yml.in
 * @see https://github.com/containernetworking/plugins/blob/v1.9.1/plugins/main/bridge/bridge.go
 * (ensureBridge)
 */
export function createBridgeMarker(
  name: string,
  { environment, image }: BridgeMarkerArgs,
  parent?: pulumi.Resource,
): pulumi.Resource {
  const options = { parent };
  const labels = platformLabels(environment);
  const metadata = { name: workload, namespace, labels, annotations: ownerAnnotations };
  const account = new core.v1.ServiceAccount(`${name}-account`, { metadata }, options);
  const binding = new rbac.v1.ClusterRoleBinding(
    `${name}-binding`,
    {
      metadata: { name: 'strata-bridge-marker', labels, annotations: ownerAnnotations },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: roleName },
      subjects: [{ kind: 'ServiceAccount', name: workload, namespace }],
    },
    options,
  );
  const selected = { 'app.kubernetes.io/name': workload };
  return new apps.v1.DaemonSet(
    `${name}-agent`,
    {
      metadata,
      spec: {
        selector: { matchLabels: selected },
        updateStrategy: { rollingUpdate: { maxUnavailable: '10%' } },
        template: { metadata: { labels: { ...labels, ...selected } }, spec: renderPod(image) },
      },
    },
    { ...options, dependsOn: [account, binding] },
  );
}

function renderPod(image: string) {
  const probe = { httpGet: { path: '/healthz', port: 'healthport' } };
  return {
    serviceAccountName: workload,
    // The bridges are in the host's network namespace.
    hostNetwork: true,
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    // Tainted hosts have bridges, too.
    tolerations: [{ operator: 'Exists' }],
    priorityClassName: 'system-node-critical',
    securityContext: restrictedPod(),
    containers: [
      {
        name: workload,
        image,
        args: ['-node-name', '$(NODE_NAME)', '-logtostderr'],
        env: [{ name: 'NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } }],
        ports: [{ name: 'healthport', containerPort: 8081, hostPort: 8081 }],
        resources: { requests: { cpu: '10m', memory: '15Mi' }, limits: { memory: '128Mi' } },
        securityContext: restrictedContainer,
        readinessProbe: { ...probe, initialDelaySeconds: 5, periodSeconds: 10 },
        livenessProbe: { ...probe, initialDelaySeconds: 10, periodSeconds: 20 },
      },
    ],
  };
}
