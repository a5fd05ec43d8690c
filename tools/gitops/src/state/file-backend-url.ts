// SPDX-License-Identifier: Apache-2.0

/**
 * Where a file backend is, as Pulumi is told. Without sidecars: beside each file the library would
 * write another with its MD5, at every step. Nothing needs it, and who is killed while it is written
 * leaves a stack that cannot be read, see `cut-off-attributes.ts`.
 *
 * @param folder - absolute.
 * @see https://pkg.go.dev/gocloud.dev/blob/fileblob#URLOpener
 */
export function fileBackendUrl(folder: string): string {
  return `file://${folder}?metadata=skip`;
}
