// SPDX-License-Identifier: Apache-2.0

/**
 * Content types of answers that have only the metadata of objects: short even for large objects, and
 * without the values of Secrets.
 *
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#receiving-resources-as-metadata
 */
export const metadataOnly = {
  object: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
  list: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
} as const;
