// SPDX-License-Identifier: Apache-2.0
import type { ReleaseComponent } from '@strata/contracts';
import { tools } from '@strata/toolchain';
import type { ToolName } from '@strata/toolchain';

/** What runs in the place of a container image. */
export type Program =
  /** The real program, which the toolchain builds from the same source. */
  | {
      readonly kind: 'binary';
      readonly tool: ToolName;
      readonly binary: string;
      /** What the image runs when the container names no command. */
      readonly entrypoint: string;
    }
  /** A stand-in for a program that cannot be built here: a file of `src/stand-ins`. */
  | { readonly kind: 'script'; readonly script: string }
  /** Nothing: the program only holds its pod's network, or what it does is part of a stand-in. */
  | { readonly kind: 'idle' };

/** A container image that the rack's kubelet runs. */
export interface KnownImage {
  /** Last part of the image's path, with its tag; a mirror may hold it under any registry. */
  readonly image: string;
  /**
   * What it belongs to; with the version it says which releases of the platform need it. Undefined:
   * every release does.
   */
  readonly component: ReleaseComponent | undefined;
  /** Without a leading `v`. */
  readonly version: string;
  readonly program: Program;
}

const operators = (component: 'kubevirt' | 'cdi', version: string, tool: ToolName) =>
  (component === 'kubevirt'
    ? ['virt-operator', 'virt-api', 'virt-controller']
    : ['cdi-operator', 'cdi-apiserver', 'cdi-controller', 'cdi-uploadproxy']
  ).map((binary) => known({ component, version, tool, binary }));

/** Sidecars of the CSI driver whose work its stand-in does. */
const csiSidecars = [
  'external-attacher',
  'external-provisioner',
  'external-resizer',
  'external-snapshotter',
  'livenessprobe',
  'node-driver-registrar',
];

/**
 * Images that run as processes in the rack. Add a row for every further version: several may run
 * side by side, each with its own program.
 */
export const knownImages: readonly KnownImage[] = [
  ...operators('kubevirt', '1.7.0', 'kubevirt-1.7'),
  ...operators('kubevirt', '1.8.4', 'kubevirt'),
  ...operators('kubevirt', '1.9.0', 'kubevirt-1.9'),
  ...operators('cdi', '1.64.0', 'cdi-1.64'),
  ...operators('cdi', '1.65.0', 'cdi'),
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
  known({
    component: undefined,
    version: tools['kubevirt-cloud-controller-manager'].version,
    tool: 'kubevirt-cloud-controller-manager',
    entrypoint: '/bin/kubevirt-cloud-controller-manager',
  }),
  standIn('kubevirt-csi-driver:v0.4.5', 'csi-controller.ts'),
  ...csiSidecars.map((name) => standIn(`origin-csi-${name}:4.20.0`)),
  // Does nothing on metal either: for pods of which only the network is wanted.
  standIn('pause:3.10'),
];

interface Row {
  readonly component: ReleaseComponent | undefined;
  readonly version: string;
  readonly tool: ToolName;
  /** @default the component's name */
  readonly binary?: string;
  /** Of the image. @default the binary's */
  readonly name?: string;
  /** @default the binary in /usr/bin */
  readonly entrypoint?: string;
}

function known({ component, version, tool, binary = component ?? tool, ...row }: Row): KnownImage {
  const { name = binary, entrypoint = `/usr/bin/${binary}` } = row;
  const program = { kind: 'binary', tool, binary, entrypoint } as const;
  return { image: `${name}:v${version}`, component, version, program };
}

/** @param script - File of the stand-in; without one the container does nothing. */
function standIn(image: string, script?: string): KnownImage {
  const program: Program = script === undefined ? { kind: 'idle' } : { kind: 'script', script };
  const version = (image.split(':')[1] ?? '').replace(/^v/, '');
  return { image, component: undefined, version, program };
}

/** Last part of an image's path, without registry and digest. */
export function shortImage(image: string): string {
  return (image.split('/').at(-1) ?? image).replace(/@.*$/, '');
}

/** The program behind an image, or undefined when the sandbox can only play it. */
export function findKnownImage(image: string): KnownImage | undefined {
  const short = shortImage(image);
  return knownImages.find((entry) => entry.image === short);
}
