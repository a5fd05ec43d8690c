// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import type { Problem, Release } from '@strata/contracts';
import type { Check, CheckContext, CheckedConfig } from '../checks/check-context.ts';
import { repeatedNames } from '../checks/repeated-names.ts';
import type { ClusterFacts } from '../cluster/cluster-facts.ts';
import { knowsChecksums } from '../config/file-checksum.ts';
import type { ImageConfig } from '../config/index.ts';
import type { MachineConfig } from '../machines/flavors.ts';
import { offeredPreferences } from '../machines/offered-preferences.ts';
import { offeredSizes } from '../machines/offered-sizes.ts';
import { changedSources, shrunkImages } from './changed-images.ts';
import { scheduleProblem } from './image-schedule.ts';

type Config = CheckedConfig & MachineConfig & { readonly images?: readonly ImageConfig[] };

/** A problem of one image: a path below the image, and a message. */
type Finding = readonly [path: readonly string[], message: string];

/** Splits the tag and the digest off `docker://repository:tag@digest`. */
function partsOf(registry: string): { tag: string | undefined; digest: string | undefined } {
  const [reference = '', digest] = registry.split('@');
  // A colon before the last slash belongs to the scheme or to a port.
  const tag = reference.slice(reference.lastIndexOf('/')).split(':')[1];
  return { tag, digest };
}

/**
 * Returns why a container disk is no golden image. CDI appends the digest of the newest image to the
 * name of a DataImportCron's source, and takes a tag away for it, but not a digest: the importer
 * refuses a name with two, again and again.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/controller/dataimportcron-controller.go (newSourceDataVolume, untagDigestedDockerURL)
 */
function registryProblem(registry: string): string | undefined {
  const { tag, digest } = partsOf(registry);
  if (digest !== undefined) {
    return (
      `"${registry}" has a digest, and CDI appends one itself, so it would never import the image; ` +
      'name a tag that nobody moves, without "@sha256:..."'
    );
  }
  return tag === undefined || tag === 'latest' || tag === ''
    ? `"${registry}" can change at any time; name a tag other than "latest"`
    : undefined;
}

function checkRegistry({ registry, pullMethod, secretRef }: ImageConfig): Finding[] {
  if (registry === undefined) return [];
  const problem = registryProblem(registry);
  const findings: Finding[] = problem === undefined ? [] : [[['registry'], problem]];
  if (pullMethod === 'node' && secretRef !== undefined) {
    findings.push([
      ['secretRef'],
      'pullMethod "node" fetches with the credentials of the host; remove one of the two',
    ]);
  }
  return findings;
}

function checkFile(image: ImageConfig, release: Release | undefined): Finding[] {
  const { http } = image;
  if (http === undefined) return [];
  const findings: Finding[] = [];
  if (http.checksum === undefined) {
    findings.push([
      ['http', 'checksum'],
      `missing; without it the contents of ${http.url} cannot be verified; add "sha256:" and the digits of sha256sum`,
    ]);
  }
  if (release !== undefined && !knowsChecksums(release.components.cdi.version)) {
    findings.push([
      ['http'],
      `CDI ${release.components.cdi.version} of release ${release.name} does not compare checksums; ` +
        'use a container disk, or a release with CDI 1.65',
    ]);
  }
  for (const key of ['schedule', 'importsToKeep', 'pullMethod'] as const) {
    if (image[key] !== undefined) {
      findings.push([[key], 'only for container disks; a file changes with its checksum']);
    }
  }
  return findings;
}

function checkSource(image: ImageConfig): Finding[] {
  const { registry, http } = image;
  if ((registry === undefined) !== (http === undefined)) return [];
  const found = registry === undefined ? 'neither' : 'both';
  return [[[], `give exactly one of registry and http, not ${found}`]];
}

function checkSchedule({ schedule }: ImageConfig): Finding[] {
  const message = schedule === undefined ? undefined : scheduleProblem(schedule);
  return message === undefined ? [] : [[['schedule'], message]];
}

function checkStorage({ storage }: ImageConfig, cluster: ClusterFacts | undefined): Finding[] {
  const known = cluster?.storageClasses.map(({ name }) => name);
  const className = storage?.className;
  if (known === undefined || className === undefined || known.includes(className)) return [];
  return [
    [
      ['storage', 'className'],
      `the infra cluster has no StorageClass "${className}"; ${suggestion(className, known)}`,
    ],
  ];
}

function checkDefaults(image: ImageConfig, config: Config): Finding[] {
  const offered = { instancetype: offeredSizes(config), preference: offeredPreferences(config) };
  return (['instancetype', 'preference'] as const).flatMap((kind): Finding[] => {
    const name = image[kind];
    const known = offered[kind].map((one) => one.name);
    return name === undefined || known.includes(name)
      ? []
      : [[[kind], `the platform does not offer "${name}"; ${suggestion(name, known)}`]];
  });
}

/** Checks `images`, the golden images. */
export const checkGoldenImages = ((config: Config, { release, cluster }: CheckContext) => {
  const { images = [] } = config;
  return [
    ...repeatedNames('images', images),
    ...(cluster === undefined
      ? []
      : [...shrunkImages(images, cluster), ...changedSources(images, cluster)]),
    ...images.flatMap((image, index): Problem[] =>
      [
        ...checkSource(image),
        ...checkRegistry(image),
        ...checkFile(image, release),
        ...checkSchedule(image),
        ...checkStorage(image, cluster),
        ...checkDefaults(image, config),
      ].map(([path, message]) => ({ path: ['images', index, ...path], message })),
    ),
  ];
}) satisfies Check;
