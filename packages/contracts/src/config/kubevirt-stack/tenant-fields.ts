// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf } from '../field.ts';

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/#syntax-and-character-set */
const annotationKey = field(
  z
    .string()
    .regex(/^([a-z0-9]([a-z0-9.-]*[a-z0-9])?\/)?([A-Za-z0-9_.-]+\*?|\*)$/)
    .refine((key) => !key.startsWith('metallb.')),
  'the key of an annotation like "example.org/team" or "example.org/*", not one of MetalLB',
);

/** What user clusters may do on the infra cluster, `kubevirt-stack:tenants`. */
export const tenants = field(
  z.strictObject({
    /**
     * Annotations that Services of user clusters may bring along, besides those of kubectl, Helm,
     * Argo CD, Flux and Pulumi: keys, or beginnings of keys followed by `*`. The cloud controller
     * copies them to the infra cluster: list none that a controller there obeys.
     */
    serviceAnnotations: listOf(annotationKey, 'a list of keys of annotations').default([]),
  }),
  'a mapping with serviceAnnotations',
).prefault({});
