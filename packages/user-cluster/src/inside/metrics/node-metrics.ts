// SPDX-License-Identifier: Apache-2.0
import { apps } from '@pulumi/kubernetes';
import type { types } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { clusterLabels, labelKeys, ownerAnnotations } from '@strata/contracts';
import { formerComponent } from '@strata/contracts/program';
import { restrictedContainer, restrictedPod, tenantImage } from '../../cloud/index.ts';
import type { ClusterContext } from '../../cluster-context.ts';
import { systemNamespace } from '../system-namespace.ts';

const workload = 'node-exporter';

/** Port at which the platform's Prometheus scrapes VMs. */
const nodeMetricsPort = 9100;

/** Mounts of pods and containers are left out; a disk for all of them is of the node. */
const notOfTheNode = '^/(dev|proc|run|sys|var/lib/containerd/.+|var/lib/kubelet/.+)($|/)';

/** Interfaces of single pods, by the names that pod networks give them on the node. */
const ofPods = '^(veth|lxc|cali)';

/**
 * Runs node-exporter on every node of the user cluster: it measures CPU, memory, disks and networks. It
 * is scraped from outside, at the VM's address on the infra cluster.
 *
 * The pod runs as nobody, without capabilities, and writes nowhere.
 */
export function createNodeMetrics(
  name: string,
  args: ClusterContext,
  options: pulumi.CustomResourceOptions = {},
): void {
  const labels = clusterLabels(args.environment, args.cluster);
  const selector = { [labelKeys.component]: workload };
  new apps.v1.DaemonSet(
    `${name}-exporter`,
    {
      metadata: {
        name: workload,
        namespace: systemNamespace,
        labels,
        annotations: ownerAnnotations,
      },
      spec: {
        selector: { matchLabels: selector },
        updateStrategy: { rollingUpdate: { maxUnavailable: '10%' } },
        template: {
          metadata: { labels: { ...labels, ...selector } },
          spec: renderPod(tenantImage(args.platform, workload)),
        },
      },
    },
    { ...options, aliases: [formerComponent('user-cluster:NodeMetrics', name, options.parent)] },
  );
}

function readOnlyMount(name: string, mountPath: string) {
  return { name, mountPath, readOnly: true, mountPropagation: 'HostToContainer' };
}

function renderPod(image: string): types.input.core.v1.PodSpec {
  return {
    automountServiceAccountToken: false,
    hostNetwork: true,
    hostPID: true,
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    tolerations: [{ operator: 'Exists' }],
    securityContext: restrictedPod,
    containers: [
      {
        name: workload,
        image,
        args: [
          // It listens at every address: with masquerade, the guest does not have the address at which
          // the infra cluster reaches it. The cluster's isolation decides who reaches it.
          `--web.listen-address=:${nodeMetricsPort}`,
          '--path.rootfs=/host/root',
          '--path.sysfs=/host/sys',
          `--collector.filesystem.mount-points-exclude=${notOfTheNode}`,
          `--collector.netdev.device-exclude=${ofPods}`,
          `--collector.netclass.ignored-devices=${ofPods}`,
          '--no-collector.wifi',
        ],
        ports: [
          { name: 'node-metrics', containerPort: nodeMetricsPort, hostPort: nodeMetricsPort },
        ],
        resources: { requests: { cpu: '10m', memory: '32Mi' }, limits: { memory: '128Mi' } },
        securityContext: restrictedContainer,
        volumeMounts: [readOnlyMount('root', '/host/root'), readOnlyMount('sys', '/host/sys')],
      },
    ],
    volumes: [
      { name: 'root', hostPath: { path: '/' } },
      { name: 'sys', hostPath: { path: '/sys' } },
    ],
  };
}
