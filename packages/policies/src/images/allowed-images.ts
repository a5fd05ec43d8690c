// SPDX-License-Identifier: Apache-2.0
import { kinds, machineKinds, titleOf, workloadKinds } from '../resource/index.ts';
import type { ResourceRule } from '../rule/index.ts';
import { imagesOf } from './images-of.ts';

/** Settings of this rule in an environment. */
export interface ImageSettings {
  readonly registries: readonly string[];
}

/** Returns an image with its registry: Docker Hub if it names none. */
function qualified(image: string): string {
  const [first = '', ...rest] = image.split('/');
  const hasRegistry = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  if (hasRegistry) return image;
  return rest.length > 0 ? `docker.io/${image}` : `docker.io/library/${image}`;
}

/** Returns what follows the name of an image: a digest, a tag, or undefined. */
function versionOf(image: string): string | undefined {
  if (image.includes('@')) return image.slice(image.indexOf('@') + 1);
  const name = image.slice(image.lastIndexOf('/') + 1);
  return name.includes(':') ? name.slice(name.indexOf(':') + 1) : undefined;
}

function problemsOf(image: string, { registries }: ImageSettings): readonly string[] {
  const version = versionOf(image);
  const isAllowed = registries.some((registry) => qualified(image).startsWith(`${registry}/`));
  return [
    ...(isAllowed
      ? []
      : [
          `is from none of the allowed registries (${registries.join(', ')}); mirror it to one, ` +
            'or allow its registry for allowed-images in stacks/policies/<environment>.json',
        ]),
    ...(version === undefined ? ['has no version; name a tag or a digest'] : []),
    ...(version === 'latest' ? ['is "latest", which changes over time; name a version'] : []),
  ];
}

/**
 * Rejects images from unknown registries or without a fixed version, so that what runs is what was
 * tested.
 */
export const allowedImages: ResourceRule<ImageSettings> = {
  name: 'allowed-images',
  area: 'images',
  refuses: 'An image from another registry than the allowed ones, "latest", or without a tag.',
  why: 'It is then unknown what runs, no rollout can be repeated, and offline the image cannot be pulled at all.',
  source: 'https://kubernetes.io/docs/concepts/containers/images/#image-names',
  level: 'mandatory',
  settings: {
    registries: {
      what: 'registries, or paths in them, from which images may come; with a mirror, only the mirror',
      default: [
        'quay.io',
        'registry.k8s.io',
        'ghcr.io/fluxcd',
        'ghcr.io/k8snetworkplumbingwg',
        'ghcr.io/linuxserver',
        'docker.io/grafana',
        'docker.io/restic',
        'nvcr.io/nvidia',
      ],
      schema: { type: 'array', minItems: 1, items: { type: 'string' } },
    },
  },
  kinds: [
    ...workloadKinds,
    ...machineKinds,
    kinds.alertmanager,
    kinds.dataImportCron,
    kinds.dataVolume,
    kinds.prometheus,
  ],
  check: (subject, settings) =>
    [...Map.groupBy(imagesOf(subject), ({ image }) => image)].flatMap(([image, found]) =>
      problemsOf(image, settings).map(
        (problem) =>
          `${titleOf(subject)}: ${image} of ${found.map(({ where }) => where).join(', ')} ${problem}.`,
      ),
    ),
};
