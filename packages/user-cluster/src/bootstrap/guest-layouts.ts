// SPDX-License-Identifier: Apache-2.0
import type { MachineConfig } from '../config/index.ts';

/** Paths at which an operating system lets programs be installed. */
export interface GuestLayout {
  /** Programs are in its folder `bin`. */
  readonly prefix: '/usr/local' | '/opt';
  /** Value of `PATH` for scripts and services. */
  readonly path: string;
  /**
   * Folder that kubelet and controller manager make for volume plug-ins.
   *
   * @default Kubernetes' own, below /usr
   */
  readonly volumePlugins?: string;
}

/** `PATH` that systemd gives services. @see https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html `$PATH` */
const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const writable: GuestLayout = { prefix: '/usr/local', path: systemPath };

/**
 * Layout of systems that start from Ignition: /usr is read-only, and additions are in /opt/bin.
 *
 * @see https://www.flatcar.org/docs/latest/container-runtimes/use-a-custom-docker-or-containerd-version/
 * @see https://kubernetes.io/docs/setup/production-environment/tools/kubeadm/troubleshooting-kubeadm/#usr-mounted-read-only
 */
const readOnlyUsr: GuestLayout = {
  prefix: '/opt',
  path: `/opt/bin:${systemPath}`,
  volumePlugins: '/opt/libexec/kubernetes/kubelet-plugins/volume/exec/',
};

const layouts: Readonly<Record<MachineConfig['cloudInit'], GuestLayout>> = {
  noCloud: writable,
  configDrive: writable,
  ignition: readOnlyUsr,
};

/** Returns the layout of a VM's operating system. */
export function layoutOf({ cloudInit }: Pick<MachineConfig, 'cloudInit'>): GuestLayout {
  return layouts[cloudInit];
}
