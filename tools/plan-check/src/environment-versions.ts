// SPDX-License-Identifier: Apache-2.0
import { defaultRelease } from '@strata/contracts';
import type { GuestOs } from '@strata/contracts';
import type { EnvironmentFiles } from './address-plan/index.ts';

/** Versions that the nodes of a group of VMs run. */
export interface MachineVersions {
  /** Path in the file, such as `pools[0]`. */
  readonly path: string;
  readonly name: string;
  /** Name of a golden image, or `docker://...`. */
  readonly image: string;
  /** Undefined where it is the cluster's version. */
  readonly kubernetes?: string;
}

/** Versions that the files of an environment name. Invalid values are left out. */
export interface EnvironmentVersions {
  readonly name: string;
  readonly release: string;
  /** Undefined when there is no such file. */
  readonly platformFile?: string;
  readonly infraFile?: string;
  readonly addonsFile?: string;
  /** Exact version in the infra cluster's own file; undefined for a cluster that Strata did not make. */
  readonly infraKubernetes?: string;
  /** Exact version in the recorded facts of the infra cluster. */
  readonly factsKubernetes?: string;
  readonly golden: readonly {
    readonly name: string;
    readonly os: string;
    readonly version: string;
  }[];
  readonly clusters: readonly {
    readonly name: string;
    readonly file: string;
    /** File of the profile that the version comes from; undefined: the cluster's own. */
    readonly versionFile?: string | undefined;
    /** File of the profile that the pools come from; undefined: the cluster's own. */
    readonly poolsFile?: string | undefined;
    readonly kubernetes: string;
    /** The control plane comes first. */
    readonly machines: readonly MachineVersions[];
  }[];
}

/** Returns the operating system of a golden image; undefined for other images. */
export function guestOsOf(
  { golden }: Pick<EnvironmentVersions, 'golden'>,
  image: string,
): GuestOs | undefined {
  const found = golden.find(({ name }) => name === image);
  return found && { name: found.os, version: found.version };
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

/** Version of a Kubernetes that runs. */
const exact = /^\d+\.\d+\.\d+$/;

/** Reads the versions from the files of an environment. */
export function environmentVersions(files: EnvironmentFiles): EnvironmentVersions {
  const { addonsFile, clusters, facts, infra, name, platform } = files;
  const infraKubernetes = text(mapping(infra?.config.kubeone).version);
  const factsKubernetes = text(mapping(facts).kubernetes);
  return {
    name,
    release: text(platform?.config.release) ?? defaultRelease,
    ...(platform && { platformFile: platform.file }),
    ...(infra && { infraFile: infra.file }),
    ...(addonsFile !== undefined && { addonsFile }),
    ...(infraKubernetes !== undefined && { infraKubernetes }),
    ...(exact.test(factsKubernetes ?? '') && { factsKubernetes }),
    golden: list(platform?.config.images).map((image) => ({
      name: text(image.name) ?? '',
      os: text(image.os) ?? '',
      version: text(image.version) ?? '',
    })),
    clusters: clusters.flatMap(({ config, file, name: cluster, placeOf }) => {
      const kubernetes = text(mapping(config.kubernetes).version);
      if (kubernetes === undefined) return [];
      const machines = [
        machine('controlPlane', mapping(config.controlPlane)),
        ...list(config.pools).map((pool, index) => machine(`pools[${index}]`, pool)),
      ];
      const versionFile = placeOf?.(['kubernetes', 'version'])?.file;
      const poolsFile = placeOf?.(['pools'])?.file;
      return [{ name: cluster, file, versionFile, poolsFile, kubernetes, machines }];
    }),
  };
}
