// SPDX-License-Identifier: Apache-2.0
import { apps, core } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { formerComponent } from '@strata/contracts/program';
import { podSecurityLabels } from '@strata/manifest-objects';
import { platformPodSecurity } from '../release/pod-security.ts';
import { restrictedContainer, restrictedPod } from './pod-security.ts';
import { metadataOf, selects } from './workload-labels.ts';

/** Arguments of {@link createHostMetrics}. */
export interface HostMetricsArgs {
  readonly environment: string;
  /** A namespace of its own; see {@link createHostMetrics}. */
  readonly namespace: string;
  readonly image: string;
}

const workload = 'node-exporter';
const port = 9100;
/** Mounts of pods and containers are left out; a disk for all of them is of the host. */
const notOfTheHost = '^/(dev|proc|run|sys|var/lib/containerd/.+|var/lib/kubelet/.+)($|/)';

/**
 * Measures every host: CPU, memory, disks, networks.
 *
 * It needs what pods normally must not have: the host's processes, network and files. Pod Security
 * forbids that below `privileged`, hence a namespace of its own, so that the rest of monitoring
 * stays `restricted`. The pod runs as nobody, without capabilities, and writes nowhere.
 *
 * @returns its namespace, for resources that go into it or grant access to it.
 */
export function createHostMetrics(
  name: string,
  { environment, image, namespace }: HostMetricsArgs,
  parent: pulumi.Resource,
): pulumi.Resource {
  const options = {
    parent,
    aliases: [formerComponent('kubevirt-stack:HostMetrics', name, parent)],
  };
  const metadata = metadataOf(environment, namespace);
  const level = podSecurityLabels(platformPodSecurity['monitoring-hosts'].level);
  const place = new core.v1.Namespace(
    `${name}-namespace`,
    { metadata: { ...metadata, labels: { ...metadata.labels, ...level } } },
    options,
  );
  new apps.v1.DaemonSet(
    `${name}-exporter`,
    {
      metadata: metadataOf(environment, workload, namespace),
      spec: {
        selector: { matchLabels: selects(workload) },
        updateStrategy: { rollingUpdate: { maxUnavailable: '10%' } },
        template: {
          metadata: { labels: { ...metadata.labels, ...selects(workload) } },
          spec: renderPod(image),
        },
      },
    },
    { ...options, dependsOn: place },
  );
  return place;
}

function renderPod(image: string) {
  return {
    automountServiceAccountToken: false,
    hostNetwork: true,
    hostPID: true,
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    // Tainted hosts are measured, too.
    tolerations: [{ operator: 'Exists' }],
    securityContext: restrictedPod(),
    containers: [
      {
        name: workload,
        image,
        args: [
          // Listens only on the address that the cluster knows, not on those of storage or guest
          // networks.
          `--web.listen-address=[$(HOST_IP)]:${port}`,
          '--path.rootfs=/host/root',
          '--path.sysfs=/host/sys',
          `--collector.filesystem.mount-points-exclude=${notOfTheHost}`,
          '--no-collector.wifi',
        ],
        env: [{ name: 'HOST_IP', valueFrom: { fieldRef: { fieldPath: 'status.hostIP' } } }],
        ports: [{ name: 'host-metrics', containerPort: port, hostPort: port }],
        resources: {
          requests: { cpu: '50m', memory: '64Mi' },
          limits: { memory: '256Mi' },
        },
        securityContext: restrictedContainer,
        volumeMounts: [
          {
            name: 'root',
            mountPath: '/host/root',
            readOnly: true,
            mountPropagation: 'HostToContainer',
          },
          {
            name: 'sys',
            mountPath: '/host/sys',
            readOnly: true,
            mountPropagation: 'HostToContainer',
          },
        ],
      },
    ],
    volumes: [
      { name: 'root', hostPath: { path: '/' } },
      { name: 'sys', hostPath: { path: '/sys' } },
    ],
  };
}
