// SPDX-License-Identifier: Apache-2.0
import type { KubernetesObject } from './kubernetes-object.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Matches an image with its registry, alone or after the `=` of an option. */
const imageInText =
  /(?<=^|=)(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?\/[\w./-]+(?::[\w.-]+(?:@sha256:[0-9a-f]{64})?|@sha256:[0-9a-f]{64})$/;

/** Place where an image was found. */
export interface ImagePlace {
  /** False when the part of the object that names it says `enabled: false`. */
  readonly enabled: boolean;
}

/** Function that returns the image that replaces another one. */
export type ReplaceImage = (image: string, place: ImagePlace) => string;

/** Place of an image that a container, an argument or a variable names. */
const inUse: ImagePlace = { enabled: true };

const inText = (text: unknown, replace: ReplaceImage) =>
  typeof text === 'string' ? text.replace(imageInText, (image) => replace(image, inUse)) : text;

/**
 * Replaces the images of a container, also in its arguments and environment variables, which tell
 * operators their images.
 */
function mapContainer(container: unknown, replace: ReplaceImage): unknown {
  if (!isFields(container)) return container;
  const mapped: Record<string, unknown> = { ...container };
  const { image, args, env } = container;
  if (typeof image === 'string') mapped.image = replace(image, inUse);
  if (Array.isArray(args)) mapped.args = args.map((arg) => inText(arg, replace));
  if (Array.isArray(env)) {
    mapped.env = env.map((variable: unknown) =>
      isFields(variable) && 'value' in variable
        ? { ...variable, value: inText(variable.value, replace) }
        : variable,
    );
  }
  return mapped;
}

/** Image in three fields, as NVIDIA's ClusterPolicy names it. */
interface SplitImage extends Fields {
  readonly repository: string;
  readonly image: string;
  readonly version: string;
}

function isSplitImage(value: Fields): value is SplitImage {
  const { repository, image, version } = value;
  return [repository, image, version].every((part) => typeof part === 'string' && part !== '');
}

/**
 * Replaces an image in three fields.
 *
 * @see https://github.com/NVIDIA/gpu-operator/blob/v26.3.3/internal/image/image.go
 */
function mapSplitImage(split: SplitImage, replace: ReplaceImage): SplitImage {
  const { repository, image, version, enabled } = split;
  const separator = version.startsWith('sha256:') ? '@' : ':';
  const reference = `${repository}/${image}${separator}${version}`;
  const replaced = replace(reference, { enabled: enabled !== false });
  const [, path = '', name = '', tag = ''] = /^(.*)\/([^/:@]+)[:@](.*)$/.exec(replaced) ?? [];
  return { ...split, repository: path, image: name, version: tag };
}

const containerLists = ['containers', 'initContainers'];

function mapValue(value: unknown, replace: ReplaceImage): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => mapValue(one, replace));
  if (!isFields(value)) return value;
  const mapped = Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      containerLists.includes(key) && Array.isArray(child)
        ? child.map((container) => mapContainer(container, replace))
        : mapValue(child, replace),
    ]),
  );
  return isSplitImage(mapped) ? mapSplitImage(mapped, replace) : mapped;
}

/**
 * Returns whether an object may run containers. CRDs describe fields named `containers`, but run
 * none.
 */
const isWorkload = ({ kind }: KubernetesObject) => kind !== 'CustomResourceDefinition';

/**
 * Replaces every image that an object names: in containers, their arguments and environment, and
 * where an operator's own kind names one in three fields. Only this function knows where an object
 * can name images.
 */
export function mapImages<T extends KubernetesObject>(object: T, replace: ReplaceImage): T {
  return isWorkload(object) ? (mapValue(object, replace) as T) : object;
}

/** Returns every image that the objects name and do not mark as disabled, sorted. */
export function listImages(objects: readonly KubernetesObject[]): string[] {
  const found = new Set<string>();
  for (const object of objects) {
    mapImages(object, (image, { enabled }) => {
      if (enabled) found.add(image);
      return image;
    });
  }
  return [...found].sort();
}
