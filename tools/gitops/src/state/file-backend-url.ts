// SPDX-License-Identifier: Apache-2.0

/**
 * Returns the URL of a file backend for Pulumi, without attribute files: the library would write a
 * second file with its MD5 beside each file, at every step. Nothing needs it, and a process that is
 * killed while writing it leaves a stack that cannot be read, see `cut-off-attributes.ts`.
 *
 * @param folder - absolute path of the folder.
 * @see https://pkg.go.dev/gocloud.dev/blob/fileblob#URLOpener
 */
export function fileBackendUrl(folder: string): string {
  return `file://${folder}?metadata=skip`;
}
