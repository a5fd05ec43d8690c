// SPDX-License-Identifier: Apache-2.0
import type { ReleaseComponent } from '@strata/contracts';
import { tools } from '@strata/toolchain';
import type { ToolName } from '@strata/toolchain';

/** A container image whose program the toolchain builds from the same source. */
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
  readonly tool: ToolName;
  readonly binary: string;
  /** What the image runs when the container names no command. */
  readonly entrypoint: string;
}

const operators = (component: 'kubevirt' | 'cdi', version: string, tool: ToolName) =>
  (component === 'kubevirt'
    ? ['virt-operator', 'virt-api', 'virt-controller']
    : ['cdi-operator', 'cdi-apiserver', 'cdi-controller', 'cdi-uploadproxy']
  ).map((binary) => known({ component, version, tool, binary }));

/**
 * Images that run as real processes in the rack. Add a row for every further version: several may
 * run side by side, each with its own binary.
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
  return { image: `${name}:v${version}`, component, version, tool, binary, entrypoint };
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
