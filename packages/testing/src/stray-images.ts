// SPDX-License-Identifier: Apache-2.0
import type { RecordedResource } from './recording.ts';

type Place = readonly [path: string, text: string];

/** Every text of a value, with its path. */
function textsIn(value: unknown, path: string): Place[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => textsIn(child, `${path}.${key}`));
}

/** `host.name/path:tag` or `host.name/path@digest`, wherever in a text. */
const anyImage =
  /(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?\/[\w./-]+(?::\w[\w.-]*(?:@sha256:[0-9a-f]{64})?|@sha256:[0-9a-f]{64})/g;

/** Where upstream projects publish images: a mention is looked at even without a tag. */
const publicRegistries = [
  'docker.io',
  'gcr.io',
  'ghcr.io',
  'k8s.gcr.io',
  'mcr.microsoft.com',
  'nvcr.io',
  'public.ecr.aws',
  'quay.io',
  'registry.access.redhat.com',
  'registry.k8s.io',
] as const;

const publicRegistry = new RegExp(
  `(?<![\\w.-])(?:${publicRegistries.join('|').replaceAll('.', '\\.')})/`,
);

/** Every image that a resource names, in whatever field or text; sorted, each once. */
export function imagesIn({ inputs }: RecordedResource): string[] {
  const found = textsIn(inputs, '').flatMap(([, text]) => text.match(anyImage) ?? []);
  return [...new Set(found)].sort();
}

/**
 * Every text of a resource that names an image outside a mirror: anything that looks like an image,
 * a field named `image`, and any mention of a well-known registry.
 *
 * @returns `<resource>.<path>: <text>` for each.
 */
export function strayImages({ name, inputs }: RecordedResource, mirror: string): string[] {
  const isInside = (image: string) => image.startsWith(`${mirror}/`);
  return textsIn(inputs, name).flatMap(([path, text]) => {
    const isOutside =
      (text.match(anyImage) ?? []).some((image) => !isInside(image)) ||
      (path.endsWith('.image') && !isInside(text)) ||
      publicRegistry.test(text);
    return isOutside ? [`${path}: ${text}`] : [];
  });
}
