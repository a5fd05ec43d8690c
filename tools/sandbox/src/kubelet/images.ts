// SPDX-License-Identifier: Apache-2.0
import type { ReleaseComponent } from '@strata/contracts';
import { toolNames, tools } from '@strata/toolchain';
import type { ToolName } from '@strata/toolchain';

/** Program that runs in place of a container image. */
export type Program =
  /** The real program, which the toolchain builds from the same source as the image. */
  | {
      readonly kind: 'binary';
      readonly tool: ToolName;
      readonly binary: string;
      /** Path of the program that the image runs when the container has no command. */
      readonly entrypoint: string;
      /** Further programs of the image, each of which a container's command can name. @default none */
      readonly others?: readonly string[];
    }
  /**
   * A script. It runs in the shell and with the programs of the machine that runs the sandbox, and
   * with those of its image.
   */
  | { readonly kind: 'shell' }
  /**
   * Nothing: the image of a container that only holds its pod's network. It waits until it is
   * ended.
   */
  | { readonly kind: 'pause' };

/** A container image that the rack's kubelet runs. */
export interface KnownImage {
  /**
   * Last part of the image's path, with its tag; a mirror may have the image under any registry.
   */
  readonly image: string;
  /**
   * Component that the image belongs to; component and version say which releases of the platform
   * need the image. Undefined when every release needs it.
   */
  readonly component: ReleaseComponent | undefined;
  /** Version without a leading `v`. */
  readonly version: string;
  /**
   * Part of the system that the image serves. Nothing waits for pods of user clusters, which may be
   * down for any length of time.
   */
  readonly serves: 'platform' | 'user-cluster';
  readonly program: Program;
}

/** Programs of an operator that run as pods, the operator itself first. */
const operatorPrograms = {
  kubevirt: ['virt-operator', 'virt-api', 'virt-controller'],
  cdi: ['cdi-operator', 'cdi-apiserver', 'cdi-controller', 'cdi-uploadproxy'],
} as const;

/** Returns the images of an operator, at the version of each tool that builds it. */
function operators(component: keyof typeof operatorPrograms): KnownImage[] {
  const programs = operatorPrograms[component];
  return toolNames
    .filter((tool) => tools[tool].binaries.some(({ name }) => name === programs[0]))
    .flatMap((tool) =>
      programs.map((binary) => known({ component, version: tools[tool].version, tool, binary })),
    );
}

/**
 * Programs of the CSI driver's controller, by the last part of the image. The sidecars are newer
 * than those in OpenShift's images; see the table of the toolchain.
 */
const csiPrograms = {
  'kubevirt-csi-driver:v0.4.5': 'kubevirt-csi-driver',
  'origin-csi-external-provisioner:4.20.0': 'csi-provisioner',
  'origin-csi-external-attacher:4.20.0': 'csi-attacher',
  'origin-csi-external-resizer:4.20.0': 'csi-resizer',
  'origin-csi-external-snapshotter:4.20.0': 'csi-snapshotter',
  'origin-csi-livenessprobe:4.20.0': 'csi-livenessprobe',
} as const;

/**
 * Images that run as processes in the rack; several versions may run side by side, each with its own
 * program.
 */
export const knownImages: readonly KnownImage[] = [
  ...operators('kubevirt'),
  ...operators('cdi'),
  known({
    component: 'metallb',
    version: '0.16.1',
    tool: 'metallb',
    binary: 'metallb-controller',
    name: 'controller',
    entrypoint: '/controller',
  }),
  known({ component: 'snapshot-controller', version: '8.7.0', tool: 'snapshot-controller' }),
  known({ component: 'prometheus-operator', version: '0.93.1', tool: 'prometheus-operator' }),
  known({
    component: 'prometheus-operator',
    version: tools['prometheus-config-reloader'].version,
    tool: 'prometheus-config-reloader',
    binary: 'prometheus-config-reloader',
    entrypoint: '/bin/prometheus-config-reloader',
  }),
  known({
    component: undefined,
    version: tools.prometheus.version,
    tool: 'prometheus',
    binary: 'prometheus',
    entrypoint: '/bin/prometheus',
  }),
  known({
    component: undefined,
    version: tools['kube-state-metrics'].version,
    tool: 'kube-state-metrics',
    entrypoint: '/kube-state-metrics',
  }),
  tenantProgram('kubevirt-cloud-controller-manager:v0.6.0', 'kubevirt-cloud-controller-manager'),
  ...Object.entries(csiPrograms).map(([image, binary]) => tenantProgram(image, binary)),
  // Of etcd's image only the programs that back up and restore a user cluster, not etcd itself.
  backupProgram(`etcd:${tools['etcd-clients'].version}-0`, {
    kind: 'binary',
    tool: 'etcd-clients',
    binary: 'etcdctl',
    entrypoint: '/usr/local/bin/etcdctl',
    others: ['etcdutl'],
  }),
  backupProgram(`restic:${tools.restic.version}`, {
    kind: 'binary',
    tool: 'restic',
    binary: 'restic',
    entrypoint: '/usr/bin/restic',
  }),
  {
    image: 'pause:3.10',
    component: undefined,
    version: '3.10',
    serves: 'user-cluster',
    program: { kind: 'pause' },
  },
];

interface Row {
  readonly component: ReleaseComponent | undefined;
  readonly version: string;
  readonly tool: ToolName;
  /** @default the component's name */
  readonly binary?: string;
  /** Name of the image. @default the binary's name */
  readonly name?: string;
  /** @default the binary in /usr/bin */
  readonly entrypoint?: string;
}

function known({ component, version, tool, binary = component ?? tool, ...row }: Row): KnownImage {
  const { name = binary, entrypoint = `/usr/bin/${binary}` } = row;
  const program = { kind: 'binary', tool, binary, entrypoint } as const;
  return { image: `${name}:v${version}`, component, version, serves: 'platform', program };
}

type TenantProgram =
  | (typeof csiPrograms)[keyof typeof csiPrograms]
  | 'kubevirt-cloud-controller-manager';

/**
 * Returns the row of a program of user clusters. Its version is that of the image, not of the
 * program.
 */
function tenantProgram(image: string, binary: TenantProgram): KnownImage {
  const tool = binary === 'csi-snapshotter' ? 'snapshot-controller' : binary;
  const folder = binary === 'kubevirt-cloud-controller-manager' ? '/bin' : '/usr/bin';
  const program = { kind: 'binary', tool, binary, entrypoint: `${folder}/${binary}` } as const;
  return {
    image,
    component: undefined,
    version: versionOf(image),
    serves: 'user-cluster',
    program,
  };
}

/** Returns the row of an image of the pods that back up and restore user clusters. */
function backupProgram(image: string, program: Program): KnownImage {
  const version = versionOf(image);
  return { image, component: undefined, version, serves: 'user-cluster', program };
}

/** Returns the tag of an image, without a leading `v`. */
function versionOf(image: string): string {
  return (image.split(':')[1] ?? '').replace(/^v/, '');
}

/** Returns the last part of an image's path, without registry and digest. */
export function shortImage(image: string): string {
  return (image.split('/').at(-1) ?? image).replace(/@.*$/, '');
}

/**
 * Returns the row of an image; undefined when the sandbox has no program for it, so that kwok plays
 * it.
 */
export function findKnownImage(image: string): KnownImage | undefined {
  const short = shortImage(image);
  return knownImages.find((entry) => entry.image === short);
}
