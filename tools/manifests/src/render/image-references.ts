// SPDX-License-Identifier: Apache-2.0
import type { Component, ImagePin } from '../components.ts';
import type { KubernetesObject } from '../kubernetes-object.ts';
import { ManifestError } from '../manifest-error.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An image with its registry, alone or after the `=` of an option. */
const imageInText =
  /(?<=^|=)(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?\/[\w./-]+(?::[\w.-]+|@sha256:[0-9a-f]{64})$/;

type Replace = (image: string) => string;

const inText = (text: unknown, replace: Replace) =>
  typeof text === 'string' ? text.replace(imageInText, replace) : text;

/** Operators are told images in arguments and in environment variables too. */
function mapContainer(container: unknown, replace: Replace): unknown {
  if (!isFields(container)) return container;
  const mapped: Record<string, unknown> = { ...container };
  const { image, args, env } = container;
  if (typeof image === 'string') mapped.image = replace(image);
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

const containerLists = ['containers', 'initContainers'];

function mapImages<T>(value: T, replace: Replace): T {
  if (Array.isArray(value)) return value.map((one: unknown) => mapImages(one, replace)) as T;
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      containerLists.includes(key) && Array.isArray(child)
        ? child.map((container) => mapContainer(container, replace))
        : mapImages(child, replace),
    ]),
  ) as T;
}

/** CRDs describe fields named `containers`, but run none. */
const isWorkload = ({ kind }: KubernetesObject) => kind !== 'CustomResourceDefinition';

/** Every image that the objects name, in containers, arguments and environment, sorted. */
export function listImages(objects: readonly KubernetesObject[]): string[] {
  const found = new Set<string>();
  mapImages(objects.filter(isWorkload), (image) => {
    found.add(image);
    return image;
  });
  return [...found].sort();
}

/**
 * Replaces images.
 *
 * @throws ManifestError naming every pin for an image that nothing names: upstream has changed.
 */
export function pinImages(
  objects: readonly KubernetesObject[],
  pins: readonly ImagePin[],
): KubernetesObject[] {
  const named = listImages(objects);
  const unused = pins.filter(({ from }) => !named.includes(from));
  if (unused.length > 0) {
    throw new ManifestError(
      `no object names ${unused.map(({ from }) => from).join(', ')}: ` +
        'take the pin out of src/components.ts',
    );
  }
  const replace = (image: string) => pins.find(({ from }) => from === image)?.to ?? image;
  return objects.map((object) => (isWorkload(object) ? mapImages(object, replace) : object));
}

/**
 * Refuses images whose tag is not the component's version: floating tags (`latest`, `stable`),
 * and those of another release.
 *
 * @throws ManifestError naming all of them.
 */
export function checkImageTags(images: readonly string[], { version }: Component): void {
  const carriesVersion = (image: string) => {
    const [, tag = ''] = /:([\w.-]+)$/.exec(image) ?? [];
    return [version, `v${version}`].some((own) => tag === own || tag.startsWith(`${own}-`));
  };
  const wrong = images.filter((image) => !carriesVersion(image));
  if (wrong.length === 0) return;
  throw new ManifestError(
    `the tag of ${wrong.join(', ')} is not version ${version}: pin it in src/components.ts`,
  );
}
