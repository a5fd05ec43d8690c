// SPDX-License-Identifier: Apache-2.0
import { defaultRelease } from '@strata/contracts';
import type { EnvironmentFiles } from '@strata/contracts';

/** A group of machines: what its nodes run. */
export interface MachineVersions {
  /** In the file: `pools[0]`. */
  readonly path: string;
  readonly name: string;
  /** Name of a golden image, or `docker://...`. */
  readonly image: string;
  /** Undefined: the cluster's. */
  readonly kubernetes?: string;
}

/** What versions the files of an environment name; what is wrong in itself is passed over. */
export interface EnvironmentVersions {
  readonly name: string;
  readonly release: string;
  /** Undefined: there is no such file. */
  readonly platformFile?: string;
  readonly infraFile?: string;
  /** Exact; undefined: somebody else's cluster, whose file does not say. */
  readonly infraKubernetes?: string;
  readonly golden: readonly {
    readonly name: string;
    readonly os: string;
    readonly version: string;
  }[];
  readonly clusters: readonly {
    readonly name: string;
    readonly file: string;
    readonly kubernetes: string;
    /** The control plane first. */
    readonly machines: readonly MachineVersions[];
  }[];
}

type Yaml = Readonly<Record<string, unknown>>;

function mapping(value: unknown): Yaml {
  return typeof value === 'object' && value !== null ? (value as Yaml) : {};
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function list(value: unknown): Yaml[] {
  return Array.isArray(value) ? value.map(mapping) : [];
}

function machine(path: string, value: Yaml): MachineVersions {
  const kubernetes = text(value.kubernetesVersion);
  return {
    path,
    name: text(value.name) ?? 'control plane',
    image: text(mapping(value.rootDisk).image) ?? '',
    ...(kubernetes !== undefined && { kubernetes }),
  };
}

/** Reads the versions out of the files of an environment. */
export function environmentVersions(files: EnvironmentFiles): EnvironmentVersions {
  const { clusters, infra, name, platform } = files;
  const infraKubernetes = text(mapping(infra?.config.kubeone).version);
  return {
    name,
    release: text(platform?.config.release) ?? defaultRelease,
    ...(platform && { platformFile: platform.file }),
    ...(infra && { infraFile: infra.file }),
    ...(infraKubernetes !== undefined && { infraKubernetes }),
    golden: list(platform?.config.images).map((image) => ({
      name: text(image.name) ?? '',
      os: text(image.os) ?? '',
      version: text(image.version) ?? '',
    })),
    clusters: clusters.flatMap(({ config, file, name: cluster }) => {
      const kubernetes = text(mapping(config.kubernetes).version);
      if (kubernetes === undefined) return [];
      const machines = [
        machine('controlPlane', mapping(config.controlPlane)),
        ...list(config.pools).map((pool, index) => machine(`pools[${index}]`, pool)),
      ];
      return [{ name: cluster, file, kubernetes, machines }];
    }),
  };
}
