// SPDX-License-Identifier: Apache-2.0
import type { Tags } from 'yaml';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import type { KubernetesObject } from '../kubernetes-object.ts';
import { ManifestError } from '../manifest-error.ts';

const kubernetesObject = z.looseObject({
  apiVersion: z.string().min(1),
  kind: z.string().min(1),
  metadata: z.looseObject({ name: z.string().min(1) }),
});

/**
 * Removes the tags of dates and sexagesimal numbers (`12:30`): Kubernetes reads YAML 1.1, but keeps
 * these as strings.
 * @see https://github.com/kubernetes-sigs/yaml
 */
const withoutTimes = (tags: Tags): Tags =>
  tags.filter(
    (tag) =>
      typeof tag === 'string' ||
      (tag.tag !== 'tag:yaml.org,2002:timestamp' && tag.format !== 'TIME'),
  );

/** Returns the paths of integers that do not fit a JavaScript number. */
function inexactNumbers(value: unknown, path: string): string[] {
  if (typeof value === 'number') {
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? [path] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => inexactNumbers(child, `${path}.${key}`));
}

/**
 * Reads the Kubernetes objects in a YAML stream as Kubernetes would read them.
 *
 * @param origin name of the stream in messages.
 * @throws ManifestError listing everything wrong with it.
 */
export function parseDocuments(text: string, origin: string): KubernetesObject[] {
  const problems: string[] = [];
  const objects: KubernetesObject[] = [];
  const documents = parseAllDocuments(text, { version: '1.1', customTags: withoutTimes });
  for (const [index, document] of documents.entries()) {
    const title = `document ${index + 1}`;
    problems.push(...document.errors.map((error) => error.message.split('\n')[0] ?? error.code));
    if (document.errors.length > 0) continue;
    const content: unknown = document.toJS();
    if (content === null) continue;
    const { data, error } = kubernetesObject.safeParse(content);
    if (data) objects.push(data);
    problems.push(
      ...(error?.issues ?? []).map(({ path, message }) =>
        `${title}: ${path.join('.')}: ${message}`.replace(': : ', ': '),
      ),
      ...inexactNumbers(content, title).map((path) => `${path} does not fit a JavaScript number`),
    );
  }
  if (problems.length === 0) return objects;
  throw new ManifestError(
    [`${origin} cannot be read as Kubernetes objects:`, ...problems].join('\n  '),
  );
}
