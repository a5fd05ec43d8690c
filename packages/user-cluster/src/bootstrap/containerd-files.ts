// SPDX-License-Identifier: Apache-2.0
import { mirrorImage } from '@strata/contracts';
import type { KubernetesConfig } from '@strata/contracts';
import type { UserDataFile } from './boot-plan.ts';

/** Where containerd looks for a registry's mirrors. */
const registryFolder = '/etc/containerd/certs.d';

/** What containerd is told. */
export interface ContainerdArgs {
  /** Of the image that holds a pod's namespaces. */
  readonly pause: string;
  readonly registries: KubernetesConfig['registries'];
  /** The platform's, for all other registries. */
  readonly mirror: string | undefined;
}

/**
 * Version 2 of the format is read by containerd 1.7, which images may bring, and by 2.x.
 *
 * @see https://github.com/containerd/containerd/blob/main/docs/cri/config.md
 */
function renderMain({ pause, mirror }: ContainerdArgs): string {
  return `version = 2
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${mirrorImage(`registry.k8s.io/pause:${pause}`, mirror)}"
[plugins."io.containerd.grpc.v1.cri".registry]
  config_path = "${registryFolder}"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
  runtime_type = "io.containerd.runc.v2"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
  SystemdCgroup = true
`;
}

/** @see https://github.com/containerd/containerd/blob/main/docs/hosts.md */
function renderHosts(registry: string, content: string): UserDataFile {
  return { path: `${registryFolder}/${registry}/hosts.toml`, content, permissions: '0644' };
}

const pullFrom = (url: string) =>
  `[host."${url}"]\n  capabilities = ["pull", "resolve"]\n  override_path = true\n`;

/** A mirror may be in a folder of its registry, but images of its own name have that folder already. */
function platformMirror(mirror: string | undefined): UserDataFile[] {
  if (mirror === undefined) return [];
  const [host = '', ...folders] = mirror.split('/');
  const path = ['v2', ...folders].join('/');
  return [
    renderHosts('_default', pullFrom(`https://${host}/${path}`)),
    renderHosts(host, `server = "https://${host}"\n`),
  ];
}

/** The container runtime's configuration: systemd's cgroups, and where images come from. */
export function containerdFiles(args: ContainerdArgs): UserDataFile[] {
  return [
    { path: '/etc/containerd/config.toml', content: renderMain(args), permissions: '0644' },
    ...platformMirror(args.mirror),
    ...args.registries.map(({ registry, endpoint }) =>
      renderHosts(registry, pullFrom(`${endpoint.replace(/\/$/, '')}/v2`)),
    ),
  ];
}
