// SPDX-License-Identifier: Apache-2.0
import { mirrorImage } from '@strata/contracts';
import type { KubernetesConfig } from '../config/index.ts';
import type { UserDataFile } from './boot-plan.ts';

/** Folder where containerd looks for a registry's mirrors. */
const registryFolder = '/etc/containerd/certs.d';

/** Input of containerd's configuration. */
export interface ContainerdArgs {
  /** Tag of the image that holds a pod's namespaces. */
  readonly pause: string;
  readonly registries: KubernetesConfig['registries'];
  /** Mirror of the platform, for all other registries. */
  readonly mirror: string | undefined;
}

/**
 * Renders `config.toml` in version 2 of the format, which containerd 1.7, which images may bring, and
 * 2.x read.
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

/** Renders `hosts.toml` of a registry. @see https://github.com/containerd/containerd/blob/main/docs/hosts.md */
function renderHosts(registry: string, content: string): UserDataFile {
  return { path: `${registryFolder}/${registry}/hosts.toml`, content, permissions: '0644' };
}

const pullFrom = (url: string) =>
  `[host."${url}"]\n  capabilities = ["pull", "resolve"]\n  override_path = true\n`;

/**
 * Renders the platform's mirror. It may be in a folder of its registry; images that name this registry
 * have the folder in their names already.
 */
function platformMirror(mirror: string | undefined): UserDataFile[] {
  if (mirror === undefined) return [];
  const [host = '', ...folders] = mirror.split('/');
  const path = ['v2', ...folders].join('/');
  return [
    renderHosts('_default', pullFrom(`https://${host}/${path}`)),
    renderHosts(host, `server = "https://${host}"\n`),
  ];
}

/**
 * Returns the files of containerd's configuration: systemd's cgroups, and the registries that images
 * come from.
 */
export function containerdFiles(args: ContainerdArgs): UserDataFile[] {
  return [
    { path: '/etc/containerd/config.toml', content: renderMain(args), permissions: '0644' },
    ...platformMirror(args.mirror),
    ...args.registries.map(({ registry, endpoint }) =>
      renderHosts(registry, pullFrom(`${endpoint.replace(/\/$/, '')}/v2`)),
    ),
  ];
}
